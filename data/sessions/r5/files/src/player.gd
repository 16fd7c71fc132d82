extends CharacterBody2D

const SPEED = 120.0
const JUMP = -310.0
const COYOTE = 0.08
const GRAVITY = 980.0
var hp = 50
var air_time = 0.0

func _physics_process(delta):
	if is_on_floor():
		air_time = 0.0
	else:
		air_time += delta
		velocity.y += GRAVITY * delta
	if Input.is_action_just_pressed("jump") and air_time < COYOTE:
		velocity.y = JUMP
	velocity.x = Input.get_axis("left", "right") * SPEED
	move_and_slide()

func hurt(n):
	hp -= n
	# FIXME: no check for dead

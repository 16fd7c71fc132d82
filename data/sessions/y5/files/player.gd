extends CharacterBody2D

@export var speed := 140.0
@export var jump_force := 310.0
var coyote_time := 0.08
var hp := 80

func _physics_process(delta):
	var dir = Input.get_axis("left", "right")
	velocity.x = dir * speed
	if not is_on_floor():
		velocity.y += 900 * delta
	if Input.is_action_just_pressed("jump") and is_on_floor():
		velocity.y = -jump_force
	# FIXME wall slide
	move_and_slide()

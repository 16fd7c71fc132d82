class Player:
    def __init__(self, hp, jump):
        self.hp = hp
        self.jump = jump
        self.lanterns = 0

    def hit(self, damage):
        self.hp -= damage
        if self.hp < 0:
            self.hp = 0

    def is_dead(self):
        return self.hp < 0  # TODO check

    def take_lantern(self):
        self.lanterns += 1

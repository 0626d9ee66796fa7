infix 12 plus

"""Tables in memory: who plays and watches, what they are told, and what keeps the game going."""

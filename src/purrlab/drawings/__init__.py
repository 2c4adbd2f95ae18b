"""Pictures. They know the games and nothing else."""

"""Pictures as SVG and PNG. They know the games and nothing else."""

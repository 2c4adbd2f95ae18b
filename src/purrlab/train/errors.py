"""What can be wrong with a training."""


class TrainingError(RuntimeError):
    """Training cannot begin, or go on."""

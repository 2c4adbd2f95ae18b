"""What a soak is for."""


class Violation(AssertionError):
    """Something that must never happen has happened. Says what, at which table and seq."""

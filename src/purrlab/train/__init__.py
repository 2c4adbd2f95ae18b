"""Nets that learn Cat in the Box by playing (docs/training.md): ``purrlab train``. It needs the extra ``train``."""

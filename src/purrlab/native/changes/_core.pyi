from collections.abc import Callable
from typing import Any

class ChangeWriter:
    def __init__(
        self, shape: tuple[Any, ...], collect: Callable[..., None], encode: Callable[[Any], bytes]
    ) -> None: ...
    def changes(self, before: tuple[Any, ...], after: tuple[Any, ...]) -> bytes: ...

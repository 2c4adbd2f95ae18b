"""Pictures in a window, by pygame as PettingZoo's own games show theirs. It is optional (``purrlab[window]``)."""

import os
import warnings
from importlib import import_module
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

NO_WINDOW = "the table is shown as text: a window needs pygame (pip install 'purrlab[window]') and a screen"


class Window:
    """Opened with the first picture. Where there cannot be one, that is said once, and ``show`` says False.

    pygame has one display in a process: it belongs to whoever showed last, who alone closes it.
    """

    _last: ClassVar["Window | None"] = None

    def __init__(self, title: str) -> None:
        self._title = title
        self._pygame: Any = None
        self._screen: Any = None
        self._refused = False

    def show(self, picture: npt.NDArray[np.uint8]) -> bool:
        if not self._has_display() and not self._refused:
            self._refused = not self._open((picture.shape[1], picture.shape[0]))
            if self._refused:
                warnings.warn(NO_WINDOW, stacklevel=4)
        if not self._screen:
            return False
        pygame = self._pygame
        self._screen.blit(pygame.surfarray.make_surface(picture.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        pygame.display.update()
        return True

    def _has_display(self) -> bool:
        return Window._last is self and bool(self._pygame.display.get_init())

    def _open(self, size: tuple[int, int]) -> bool:
        self._screen = None
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        try:
            self._pygame = pygame = import_module("pygame")
        except ImportError:
            return False
        try:
            pygame.display.init()
            if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
                return False
            pygame.display.set_caption(self._title)
            self._screen, Window._last = pygame.display.set_mode(size), self
        except pygame.error:  # no screen
            return False
        return True

    def close(self) -> None:
        if Window._last is self:
            self._pygame.display.quit()
            Window._last = None
        self._pygame = self._screen = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pygame": None, "_screen": None}  # a copy opens its own

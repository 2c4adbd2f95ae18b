"""What changed between two values of declared types, compared and written as JSON by the compiled core.

Where it is not compiled, ``purrlab.server.patch`` does the same in Python.
"""

from typing import TYPE_CHECKING

from purrlab.native.backend import is_built, is_wanted
from purrlab.native.changes.shapes import shape_of_fields

if TYPE_CHECKING:
    from purrlab.native.changes._core import ChangeWriter

    COMPILED = True
elif COMPILED := is_wanted() and is_built(__name__):
    from purrlab.native.changes._core import ChangeWriter
else:
    ChangeWriter = None

__all__ = ["COMPILED", "ChangeWriter", "shape_of_fields"]

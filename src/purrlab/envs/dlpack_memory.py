"""Memory of a device as DLPack has it (https://dmlc.github.io/dlpack), given and taken without copies."""

import ctypes
from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

CPU, CUDA = 1, 2  # DLPack's numbers of devices
INT, UINT, FLOAT, BOOL = 0, 1, 2, 6  # and of types
LEGACY_STREAM = 1  # CUDA's default stream, in which everything here runs
CAPSULE_NAME = b"dltensor"
KINDS = {"i": INT, "u": UINT, "f": FLOAT, "b": BOOL}


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("number", ctypes.c_int32))


class _DataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _ManagedTensor(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_python = ctypes.pythonapi
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_python.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)

_given: dict[int, tuple[object, ...]] = {}  # what others still use, by the address of their tensor


@_Deleter  # type: ignore[untyped-decorator]  # ctypes has no types for it
def _forget(address: int) -> None:
    _given.pop(address, None)


@_Deleter  # type: ignore[untyped-decorator]
def _forget_unused(capsule: int) -> None:
    """Whoever takes a capsule renames it, and calls the deleter when it needs the memory no more."""
    if _python.PyCapsule_IsValid(capsule, CAPSULE_NAME):
        _forget(_python.PyCapsule_GetPointer(capsule, CAPSULE_NAME))


class Place(NamedTuple):
    """A device by its type and number, and how memory comes from it."""

    type: int
    number: int
    fetch: Callable[[Any, int, int], None]  # into an address, from an address of the device, so many bytes


class DeviceArray:
    """Numbers on a device, for ``from_dlpack`` of PyTorch, JAX and others. ``owner`` keeps the memory."""

    def __init__(self, address: int, shape: tuple[int, ...], dtype: npt.DTypeLike, place: Place, owner: object) -> None:
        self.shape, self.dtype, self.address, self._place, self._owner = shape, np.dtype(dtype), address, place, owner

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._place.type, self._place.number

    def __dlpack__(self, **_: Any) -> Any:
        """All work on the memory is done when a call of its games returns, so no stream has to wait for another."""
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        kind = _DataType(KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1)
        tensor = _Tensor(self.address, _Device(*self.__dlpack_device__()), len(shape), kind, shape, None, 0)
        managed = _ManagedTensor(tensor, None, ctypes.cast(_forget, ctypes.c_void_p))
        address = ctypes.addressof(managed)
        _given[address] = (managed, shape, self._owner)
        return _python.PyCapsule_New(address, CAPSULE_NAME, ctypes.cast(_forget_unused, ctypes.c_void_p))

    def to_numpy(self) -> npt.NDArray[Any]:
        """A copy where Python can see it."""
        made = np.empty(self.shape, self.dtype)
        self._place.fetch(made.ctypes.data, self.address, prod(self.shape) * self.dtype.itemsize)
        return made


class Taken(NamedTuple):
    """Whole numbers of another library: where they lie, whether they have 64 bits, how many rows, what keeps them."""

    address: int
    wide: bool
    rows: int
    capsule: Any


def take_numbers(array: Any, name: str, size: int | None, place: Place, columns: int = 0) -> Taken:
    """Whole numbers on this device, ``size`` of them; or rows of ``columns`` words of 64 bits, any number of rows.

    Raises TypeError or ValueError with the name of the field.
    """
    if not hasattr(array, "__dlpack__"):
        raise TypeError(f"{name}: expected an array with DLPack, such as a tensor of PyTorch")
    if tuple(array.__dlpack_device__()) != (place.type, place.number):
        raise ValueError(f"{name}: expected an array on the device of the games")
    try:
        capsule = array.__dlpack__(stream=LEGACY_STREAM) if place.type == CUDA else array.__dlpack__()
    except BufferError as problem:
        raise ValueError(f"{name}: expected an array that DLPack can pass on: {problem}") from problem
    tensor = _ManagedTensor.from_address(_python.PyCapsule_GetPointer(id(capsule), CAPSULE_NAME)).tensor
    sizes = (64,) if columns else (32, 64)
    if tensor.dtype.code not in (INT, UINT) or tensor.dtype.bits not in sizes:
        raise TypeError(f"{name}: expected whole numbers of {' or '.join(map(str, sizes))} bits")
    shape = tensor.shape[: tensor.ndim]
    if not shape or shape[1:] != ([columns] if columns else []):
        raise ValueError(
            f"{name}: expected rows of {columns} words" if columns else f"{name}: expected one for each game"
        )
    if size not in (None, shape[0]):
        raise ValueError(f"{name}: expected one for each game")
    if tensor.strides and _has_gaps(shape, tensor.strides[: tensor.ndim]):
        raise ValueError(f"{name}: expected an array without gaps")
    address = tensor.data or 0  # ctypes has None for it, which an empty array may give
    return Taken(address + tensor.byte_offset, tensor.dtype.bits == 64, shape[0], capsule)


def _has_gaps(shape: list[int], strides: list[int]) -> bool:
    """Strides of an array that holds nothing can be any."""
    return bool(prod(shape)) and any(
        number > 1 and stride != prod(shape[at + 1 :])
        for at, (number, stride) in enumerate(zip(shape, strides, strict=True))
    )

"""The host of a table: who stands in while the host has no seat, and who becomes the new host.

People are given with their seats in the order in which they sat down.
"""

from collections.abc import Container, Mapping


def acting_host(host: str, seat_by_person: Mapping[str, int]) -> str | None:
    """While the host has no seat, whoever has been at the table longest stands in."""
    return host if host in seat_by_person else next(iter(seat_by_person), None)


def new_host(left: str, seat_by_person: Mapping[str, int]) -> str:
    """After the host has left: whoever has been at the table longest. With nobody else there, the host stays host."""
    return next(iter(seat_by_person), left)


def rematch_host(host: str, seat_by_person: Mapping[str, int], here: Container[str]) -> str:
    """Of those who are still here: the host, or else whoever sat down first."""
    return host if host in here else next(person for person in seat_by_person if person in here)

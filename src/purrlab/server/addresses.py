"""Where other machines find the page."""

import socket
from ipaddress import ip_address

ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104  # only compared with
UNUSED_ADDRESS = ("192.0.2.1", 9)  # an address that nobody has (RFC 5737); nothing is sent there


def is_loopback(host: str | None) -> bool:
    """Whether this is a name of this machine by which nobody else reaches it."""
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False


def address_for_others(host: str, port: int) -> str | None:
    """Of a server that listens there, in this machine's network; None where it listens for this machine alone."""
    if host in ANY_ADDRESS:
        host = own_address() or "localhost"
    return None if is_loopback(host) else page_address(host, port)


def page_address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str | None:
    """The address that this machine would speak from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNUSED_ADDRESS)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address

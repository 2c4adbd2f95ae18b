"""ASGI: its types, which every server and framework spells in its own way, and what a request tells of its sender."""

import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from typing import Any

from purrlab.server.addresses import is_loopback

IPV6_PREFIX_BITS = 64  # of an address, that a provider gives; with the rest its customer does as they like

PORT_SUFFIX = re.compile(r":\d*$")
PROXY_HEADERS = frozenset(
    (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip")
)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

CLOSE_POLICY_VIOLATION = 1008  # WebSocket close codes (RFC 6455)
CLOSE_SERVICE_RESTART = 1012
CLOSE_TRY_AGAIN_LATER = 1013


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def cookie_header(scope: Mapping[str, Any]) -> str:
    return "; ".join(value.decode("latin-1") for key, value in scope["headers"] if key == b"cookie")


def client_address(scope: Mapping[str, Any]) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def is_from_this_machine(scope: Mapping[str, Any]) -> bool:
    """Whether somebody asks who sits at this machine: by a name that only this machine knows, and through no proxy."""
    names = {name for name, _ in scope["headers"]}
    host = header(scope, b"host") or ""
    hops = client_address(scope), (scope.get("server") or ("",))[0], PORT_SUFFIX.sub("", host).strip("[]")
    return all(map(is_loopback, hops)) and not names & PROXY_HEADERS


def client_network(scope: Mapping[str, Any]) -> str:
    """Of whom limits are kept: an IPv4 address, or the network of an IPv6 address."""
    return network_of(client_address(scope))


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address
    return str(parsed.ipv4_mapped or ip_network((parsed.packed, IPV6_PREFIX_BITS), strict=False))

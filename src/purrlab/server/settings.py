"""Settings: from the environment, from a file, or as they are here (docs/server.md)."""

import os
import re
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from purrlab.server.errors import readable_error

ENVIRONMENT_PREFIX = "PURRLAB_"
NAMES_READ_ELSEWHERE = ("settings", "native", "march")  # others look for these
ORIGIN_PATTERN = re.compile(r"https?://[^/\s]+/?", re.IGNORECASE)
HOST_PATTERN = re.compile(r"[^/\s:\[\]]+|\[[0-9a-f:.]+\]", re.IGNORECASE)  # without a port
BUS_PATTERN = re.compile(r"(?:(?:nats|tls|wss?)://)?[^/\s]+/?", re.IGNORECASE)
MIN_LEASE_SECONDS = 0.5  # one that ends before it is renewed is none
MAX_LEASE_SECONDS = 600
RENAMED_SETTINGS = {  # by the names of before, which are read as well
    "absence": "absent_player_seconds",
    "patience": "idle_player_seconds",
    "seat_absence": "absent_seat_seconds",
    "bot_patience": "bot_timeout_seconds",
    "lease": "lease_seconds",
    "outbox": "outbox_messages",
}

Positive = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Hours = Annotated[float, Meta(ge=0, le=1e9)]


class InvalidSettings(ValueError):
    """A setting has a value that it cannot have. Names the setting."""


def _data_home() -> Path:
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "purrlab"


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    # where it listens, and under which names it is known
    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8400
    network_address: str = ""  # where the switch of the page lets others in; none named: the one that is found
    origins: list[str] = []  # besides its own
    allowed_hosts: list[str] = []  # what the Host header may say; none named: anything
    secure: bool = False  # people reach it by https
    trusted_proxies: str = ""  # whose word about a client's address counts

    # where things are kept
    data: Path = msgspec.field(default_factory=_data_home)
    database: str = ""  # a URL; without one, an SQLite file in the data folder

    # several processes, several servers
    processes: Positive = 1  # of this machine, which share what there is to do
    bus: str = ""  # the URL of NATS, over which servers on one database hear of each other; none: this one is alone
    # after which others take over from one that is silent
    lease_seconds: Annotated[float, Meta(ge=MIN_LEASE_SECONDS, le=MAX_LEASE_SECONDS)] = 3

    # limits
    connections: Positive = 10_000
    connections_per_address: Positive = 200
    tables: Positive = 10_000  # in memory
    tables_per_person: Positive = 20  # open ones
    new_tables_per_minute: Positive = 60  # from one address
    new_guests_per_minute: Positive = 60  # the same
    message_bytes: Positive = 4_096
    messages_per_second: Positive = 20
    message_burst: Positive = 60
    requests_per_second: Positive = 20
    request_burst: Positive = 200
    logins_per_minute: Positive = 20  # from one address
    logins_per_minute_per_name: Positive = 10  # for one login, from wherever
    chats_per_minute: Positive = 30
    sittings_per_minute: Positive = 30  # by strangers, from one address
    outbox_messages: Positive = 256  # that wait for a slow reader

    # time, in seconds
    absent_player_seconds: Seconds = 120  # how long a relaxed table waits for somebody who is not there
    idle_player_seconds: Seconds = 1_800  # and for somebody who is
    solo_player_seconds: Seconds = 86_400  # the same, for somebody whose opponents are all bots, there or not
    absent_seat_seconds: Seconds = 300  # how long a seat is kept before the start for somebody who is not there

    # time, in hours
    waiting_hours: Hours = 24  # after which a table for which nobody came is closed

    # time, in days
    session_days: Annotated[int, Meta(ge=1, le=3650)] = 365  # since a browser was last seen, until it is a stranger
    guest_days: Annotated[int, Meta(ge=1, le=3650)] = 30  # the same for guests who never sat down: they are forgotten

    # bots
    bot_workers: Positive = 4
    bot_timeout_seconds: Seconds = 30

    # what operators watch
    metrics_port: Annotated[int, Meta(ge=0, le=65535)] = 0  # where Prometheus asks; 0: nowhere
    metrics_host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'purrlab.sqlite'}"


def load_settings(file: Path | None = None, environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """What was given comes first, then the environment, then the file."""
    values: dict[str, Any] = {}
    file = file or (Path(named) if (named := environment.get(f"{ENVIRONMENT_PREFIX}SETTINGS")) else None)
    if file is not None:
        values |= {_names().get(named, named): value for named, value in _read(file).items()}
    for named, name in _names().items():
        if (value := environment.get(ENVIRONMENT_PREFIX + named.upper())) is not None:
            values[name] = value
    values |= {name: value for name, value in given.items() if value is not None}
    for name in ("origins", "allowed_hosts"):
        if isinstance(listed := values.get(name), str):
            values[name] = [each.strip() for each in listed.split(",") if each.strip()]
    try:
        settings = msgspec.convert(values, Settings, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise InvalidSettings(f"settings: {readable_error(str(error))}") from None
    _check(settings)
    return settings


def _names() -> dict[str, str]:
    """By all names under which a setting can be given, that of today last."""
    return RENAMED_SETTINGS | {name: name for name in Settings.__struct_fields__}


def _check(settings: Settings) -> None:
    """What the types do not say."""
    for proxy in filter(None, map(str.strip, settings.trusted_proxies.split(","))):
        if proxy != "*" and not _is_network(proxy):
            raise InvalidSettings(f"settings: trusted_proxies: expected addresses, networks or *, not {proxy!r}")
    for origin in settings.origins:
        if not ORIGIN_PATTERN.fullmatch(origin):
            raise InvalidSettings(f"settings: origins: expected an origin such as https://play.example, not {origin!r}")
    for number, url in enumerate(filter(None, settings.bus.split(",")), 1):
        if not BUS_PATTERN.fullmatch(url):  # which may hold a password
            raise InvalidSettings(f"settings: bus: expected a URL such as nats://host:4222 as number {number}")
    for host in settings.allowed_hosts:
        if not HOST_PATTERN.fullmatch(host):
            raise InvalidSettings(f"settings: allowed_hosts: expected a host name such as play.example, not {host!r}")


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def unknown_environment_settings(environment: Mapping[str, str] = os.environ) -> list[str]:
    """What looks like a setting and is none. It may be meant for something else, so nothing is refused for it."""
    known = {ENVIRONMENT_PREFIX + name.upper() for name in (*_names(), *NAMES_READ_ELSEWHERE)}
    return sorted(name for name in environment if name.startswith(ENVIRONMENT_PREFIX) and name not in known)


def _path(kind: type, value: object) -> object:
    """msgspec knows no paths: here they come as text, or as they are."""
    if kind is Path and isinstance(value, str | Path):
        return Path(value).expanduser()
    raise NotImplementedError(kind)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidSettings(f"{file} is not a readable settings file: {error}") from None

"""One PostgreSQL, one NATS and three servers for all tests here. A test that kills one starts it again."""

from collections.abc import Iterator

import pytest
from server.clients import Person, Server
from server.nats_server import NatsServer
from server.postgres_server import make_database

LEASE_SECONDS = 1.0
LOGINS_PER_NAME = 3


class ThreeServers:
    def __init__(self, folders: pytest.TempPathFactory, database: str, nats: NatsServer) -> None:
        self.database = database
        self.nats = nats
        self.servers = [
            Server(
                folders.mktemp(f"server{number}"),
                database=database,
                bus=nats.url,
                lease_seconds=str(LEASE_SECONDS),
                logins_per_minute_per_name=str(LOGINS_PER_NAME),
            )
            for number in range(3)
        ]

    def __iter__(self) -> Iterator[Server]:
        return iter(self.servers)


def someone(cluster: ThreeServers, number: int, name: str) -> Person:
    return Person(cluster.servers[number], name)


def elsewhere(cluster: ThreeServers, person: Person, number: int) -> Person:
    """The same person, in the same browser, who comes in at another server."""
    return Person(cluster.servers[number], person.name, cookie=person.http.cookies["purrlab"])


@pytest.fixture(scope="session")
def nats() -> Iterator[NatsServer]:
    with NatsServer() as running:
        yield running


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, postgres_server: str, nats: NatsServer) -> Iterator[ThreeServers]:
    running = ThreeServers(tmp_path_factory, make_database(postgres_server, "cluster"), nats)
    try:
        for server in running:
            server.start()
        yield running
    finally:
        for server in running:
            server.__exit__()

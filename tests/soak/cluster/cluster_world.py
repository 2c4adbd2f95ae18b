"""Three servers on one PostgreSQL and one NATS, each behind links of its own, and people who come to any of them."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import sqlalchemy as sa
from server.nats_server import NatsServer
from server.postgres_server import PostgresServer, make_database
from soak.cluster.link_proxy import Cut, LinkProxy
from soak.cluster.server import ClusterServer
from soak.world import World

from purrlab.server.storage.leases import shard_of
from purrlab.server.storage.schema import shards

SERVERS = 3
NATS, POSTGRES = 0, 1  # the links of each server


class ClusterWorld(World):
    def __init__(
        self,
        servers: list[ClusterServer],
        engine: sa.Engine,
        postgres: PostgresServer | None,
        nats: NatsServer,
        links: LinkProxy,
        lease: float,
    ) -> None:
        super().__init__("three servers", None, engine, is_killed=True)
        self.servers = servers
        self.forwarder = links
        self._postgres = postgres
        self.nats = nats
        self.lease = lease
        self._chance = Random(0)

    @property
    def postgres(self) -> PostgresServer:
        """Its own, which may be stopped."""
        assert self._postgres is not None
        return self._postgres

    @property
    def port(self) -> int:
        """Of any server that takes connections, as a proxy would find one."""
        for server in self._chance.sample(self.servers, len(self.servers)):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", server.port)) == 0:
                    return server.port
        return self.servers[0].port  # where the client hears that nobody is there

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self, server: int, what: int, how: Cut) -> None:
        self.forwarder.cut(2 * server + what, how)

    def mend(self, server: int, what: int) -> None:
        self.forwarder.mend(2 * server + what)

    def owners(self) -> dict[int, str | None]:
        """Who has each shard."""
        with self.engine.connect() as connection:
            return {row.number: row.owner for row in connection.execute(sa.select(shards.c.number, shards.c.owner))}

    def take_log(self) -> list[str]:
        return [line for server in self.servers for line in server.take_log()]


def moved_tables(tables: set[str], before: dict[int, str | None], after: dict[int, str | None]) -> set[str]:
    return {table for table in tables if before[shard_of(table)] != after[shard_of(table)]}


@contextmanager
def open_cluster_world(folder: Path, lease: float, postgres_url: str | None = None) -> Iterator[ClusterWorld]:
    """On a PostgreSQL of its own, or on this one, which others use too."""
    with ExitStack() as stack:
        postgres = None if postgres_url is not None else stack.enter_context(PostgresServer())
        nats = stack.enter_context(NatsServer())
        database = make_database(postgres_url or postgres.url, "soak_cluster")  # type: ignore[union-attr]
        port = sa.make_url(database).port
        assert port is not None
        links = stack.enter_context(LinkProxy([nats.port, port] * SERVERS))
        servers = []
        for number in range(SERVERS):
            bus, behind = links.ports[2 * number : 2 * number + 2]
            url = database.replace(f":{port}/", f":{behind}/")
            (folder / str(number)).mkdir()
            server = ClusterServer(
                folder / str(number), database=url, bus=f"nats://127.0.0.1:{bus}", lease_seconds=str(lease)
            )
            servers.append(stack.enter_context(server))
        engine = sa.create_engine(database, poolclass=sa.NullPool)
        stack.callback(engine.dispose)
        world = ClusterWorld(servers, engine, postgres, nats, links, lease)
        asyncio.run(world.invite())
        yield world

"""The figures of a running server. They are read when somebody asks, on the event loop; only commits are timed as they
happen, in the thread of the writer.
"""

import asyncio
import time
from collections.abc import Iterable, Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Histogram, Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

from purrlab import __version__
from purrlab.server.cluster.cluster import Cluster
from purrlab.server.services import Services
from purrlab.server.socket.endpoint import SocketEndpoint

READ_TIMEOUT_SECONDS = 5  # for which a stuck event loop is waited for
COMMIT_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class ServerCollector(Collector):
    def __init__(
        self,
        services: Services,
        endpoint: SocketEndpoint,
        cluster: Cluster | None,
        registry: CollectorRegistry,
    ) -> None:
        self._services = services
        self._endpoint = endpoint
        self._cluster = cluster
        self._loop = asyncio.get_running_loop()
        commits = Histogram(
            "purrlab_commit_seconds",
            "Time that storing a batch took",
            buckets=COMMIT_BUCKETS,
            registry=registry,
        )
        services.writer.committed = commits.observe
        registry.register(self)

    def describe(self) -> Iterable[Metric]:
        """Nothing is read to be registered."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Called in the thread of whoever asks."""
        asked = time.perf_counter()
        return asyncio.run_coroutine_threadsafe(self._read(asked), self._loop).result(READ_TIMEOUT_SECONDS)

    async def _read(self, asked: float) -> list[Metric]:
        lag = time.perf_counter() - asked
        loop = _gauge("purrlab_event_loop_lag_seconds", "Time that this question waited for the event loop", lag)
        return [loop, *self._of_games(), *self._of_storage(), *self._of_bots(), *self._of_cluster()]

    def _of_games(self) -> Iterator[Metric]:
        tables = self._services.tables
        yield InfoMetricFamily("purrlab_build", "The version that runs", value={"version": __version__})
        yield _counter("purrlab_moves", "Moves of people and bots that were stored and told", tables.publisher.moves)
        yield _counter("purrlab_events", "Events of tables, moves among them", tables.publisher.events)
        yield _counter("purrlab_asks", "Messages of clients that were handled here", self._endpoint.handlers.asks)
        yield _gauge("purrlab_tables", "Tables in memory", len(tables.registry.tables))
        sockets = GaugeMetricFamily("purrlab_sockets", "Open connections of clients", labels=["way"])
        carried = 0 if self._cluster is None else len(self._cluster.remote_connections)
        linked = 0 if self._cluster is None else len(self._cluster.forwarder)
        sockets.add_metric(["here"], len(self._services.connections) - carried - linked)
        sockets.add_metric(["to_others"], linked)
        sockets.add_metric(["from_others"], carried)
        yield sockets

    def _of_storage(self) -> Iterator[Metric]:
        writer = self._services.writer
        yield _counter("purrlab_writes", "Rows and other work that were stored", writer.stored)
        yield _gauge("purrlab_writes_waiting", "Writes that wait for the batch before", writer.waiting)
        failing = "Time for which nothing could be stored; 0: all is well"
        yield _gauge("purrlab_database_failing_seconds", failing, writer.failing_seconds())

    def _of_bots(self) -> Iterator[Metric]:
        waiting = GaugeMetricFamily("purrlab_bots_waiting", "Bots that wait for a process", labels=["kind"])
        for kind, number in self._services.bots.waiting().items():
            waiting.add_metric([kind], number)
        yield waiting

    def _of_cluster(self) -> Iterator[Metric]:
        if self._cluster is None:
            return
        bus, membership = self._cluster.bus, self._cluster.membership
        yield _gauge("purrlab_bus_connected", "Whether NATS is there", int(bus.connected))
        messages = CounterMetricFamily("purrlab_bus_messages", "Messages over NATS", labels=["direction"])
        messages.add_metric(["sent"], bus.sent_batches)
        messages.add_metric(["received"], bus.received_batches)
        yield messages
        yield _gauge("purrlab_shards_owned", "Shards of tables that are this server's", len(membership.own_shards()))
        yield _gauge("purrlab_lease_age_seconds", "Time since the lease was renewed", membership.lease_age_seconds())
        yield _gauge("purrlab_servers", "Servers that this one knows of, itself too", len(membership.state.members))
        yield _counter("purrlab_shards_lost", "Shards that others took, as this server was silent", membership.losses)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, value=value)


def _counter(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(name, words, value=value)


def registry_of(services: Services, endpoint: SocketEndpoint, cluster: Cluster | None) -> Any:
    """A registry for one server: several of them can be in one process."""
    from prometheus_client import GCCollector, PlatformCollector, ProcessCollector  # noqa: PLC0415

    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    ServerCollector(services, endpoint, cluster, registry)
    return registry

"""What Prometheus reads, where it reads it, and that nobody else does."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from server.clients import Person, Server, free_port, start_bot_game, wait_until
from server.nats_server import NatsServer
from server.postgres_server import make_database
from server.server_process import refused_start

DEPLOY = Path(__file__).parents[3] / "deploy"
DASHBOARD, ALERTS = DEPLOY / "grafana-dashboard.json", DEPLOY / "alerts.yaml"
COUNTED = {
    "purrlab_moves_total",
    "purrlab_events_total",
    "purrlab_asks_total",
    "purrlab_writes_total",
    "purrlab_commit_seconds_count",
    "purrlab_bus_messages_total",
}


def read(url: str) -> dict[str, float]:
    """The sum of each figure over its labels."""
    figures: dict[str, float] = {}
    for family in text_string_to_metric_families(httpx.get(url).text):
        for sample in family.samples:
            figures[sample.name] = figures.get(sample.name, 0) + sample.value
    return figures


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[tuple[Server, str]]:
    """One of several, and where its figures are."""
    port = free_port()
    with NatsServer() as nats:
        database = make_database(postgres_server, "metrics")
        folder = tmp_path_factory.mktemp("metrics")
        with Server(folder, database=database, bus=nats.url, metrics_port=str(port)) as running:
            yield running, f"http://127.0.0.1:{port}/metrics"


def test_what_happens_is_counted(server: tuple[Server, str]) -> None:
    running, url = server
    before = read(url)
    start_bot_game(Person(running, "Ann"))
    asyncio.run(wait_until(lambda: read(url)["purrlab_events_total"] > before["purrlab_events_total"]))  # the bot moves
    after = read(url)
    assert after["purrlab_commit_seconds_count"] > before["purrlab_commit_seconds_count"]
    assert after["purrlab_tables"] == 1
    assert after["purrlab_shards_owned"] == 64
    assert after["purrlab_bus_connected"] == after["purrlab_servers"] == 1
    assert 0 <= after["purrlab_lease_age_seconds"] <= 3
    assert after["process_resident_memory_bytes"] > 0


def test_names_are_those_that_prometheus_recommends(server: tuple[Server, str]) -> None:
    """Of one application, in base units; counters say that they count."""
    names = {name for name in read(server[1]) if name.startswith("purrlab_")}
    assert names >= COUNTED
    for family in text_string_to_metric_families(httpx.get(server[1]).text):
        assert family.documentation
        if family.name.startswith("purrlab_") and family.type == "gauge":
            assert not family.name.endswith(("_total", "_ms", "_count"))


def test_strangers_cannot_read_it(server: tuple[Server, str], tmp_path: Path) -> None:
    """It is not where people play, and nowhere unless somebody asks for it."""
    running, _ = server
    shown = running.visit().get("/metrics")
    assert "purrlab_" not in shown.text
    with Server(tmp_path) as other:
        assert "purrlab_" not in other.visit().get("/metrics").text


def test_a_port_that_is_taken_is_named(server: tuple[Server, str], tmp_path: Path) -> None:
    port = server[1].rpartition(":")[2].partition("/")[0]
    said = refused_start(tmp_path, "--data", str(tmp_path / "data"), PURRLAB_METRICS_PORT=port)
    assert f"metrics_port: cannot listen on 127.0.0.1, port {port}" in said


def test_the_dashboard_and_the_alerts_ask_for_figures_that_there_are(server: tuple[Server, str]) -> None:
    dashboard = json.loads(DASHBOARD.read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    asked += re.findall(r"expr: (.*)", ALERTS.read_text())
    named = {name for query in asked for name in re.findall(r"\b(?:purrlab|process|up)_\w+", query)}
    assert named <= read(server[1]).keys()
    assert {"purrlab_moves_total", "purrlab_commit_seconds_bucket", "purrlab_shards_owned"} <= named
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])

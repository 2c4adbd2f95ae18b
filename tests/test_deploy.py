"""What is in deploy/ has the form that each tool asks for, and fits the program."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import uvicorn
import yaml
from check_jsonschema import main as check_jsonschema

from purrlab.server.http.routes import ROUTES
from purrlab.server.settings import Settings, load_settings, unknown_environment_settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
SHUTDOWN_SECONDS = 5 + 10 + 5  # for sockets, the database, and shards: what a server may take to stop
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVERS = sorted(name for name in COMPOSE["services"] if name.startswith("server-"))
KUBERNETES: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
IMAGE_SETTINGS = dict(re.findall(r"(PURRLAB_\w+)=(\S+)", DOCKERFILE))


def of_kind(kind: str) -> dict[str, Any]:
    (found,) = (each for each in KUBERNETES if each["kind"] == kind)
    return found


def container() -> dict[str, Any]:
    (only,) = of_kind("Deployment")["spec"]["template"]["spec"]["containers"]
    assert isinstance(only, dict)
    return only


def settings_of(environment: dict[str, str]) -> Settings:
    """As the program reads them."""
    assert unknown_environment_settings(environment) == []
    return load_settings(None, environment)


def substituted(value: str) -> str:
    """What has no default is asked for."""
    return re.sub(r"\$\{\w+:-(\w*)\}", r"\1", re.sub(r"\$\{\w+:\?\}", "secret", value))


def compose_settings(server: str) -> Settings:
    given: dict[str, str] = COMPOSE["services"][server]["environment"]
    return settings_of(IMAGE_SETTINGS | {name: substituted(value) for name, value in given.items()})


def kubernetes_settings() -> Settings:
    given = dict(of_kind("ConfigMap")["data"])
    for each in container()["env"]:
        given[each["name"]] = each.get("value", "nats://from-a-secret")
    return settings_of(IMAGE_SETTINGS | given)


def test_compose_file_has_the_form_of_its_specification() -> None:
    checked = check_jsonschema(
        ["--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")], standalone_mode=False
    )
    assert not checked


@pytest.mark.parametrize("number", range(len(KUBERNETES)), ids=lambda number: KUBERNETES[number]["kind"])
def test_each_kubernetes_object_has_the_form_of_its_kind(number: int) -> None:
    kubernetes_validate.validate(KUBERNETES[number], "1.33", strict=True)


def test_what_is_wrong_is_found(tmp_path: Path) -> None:
    """Both checks can fail."""
    file = tmp_path / "compose.yaml"
    file.write_text("services: {server: {imag: purrlab}}")
    assert check_jsonschema(["--builtin-schema", "vendor.compose-spec", str(file)], standalone_mode=False) == 1
    wrong = of_kind("Service") | {"spec": {"ports": [{"port": "http"}]}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, "1.33", strict=True)


def test_the_servers_of_compose_are_one_cluster() -> None:
    assert len(SERVERS) == 3
    for server in SERVERS:
        settings = compose_settings(server)
        assert settings.host == "0.0.0.0"  # noqa: S104  # of a network of containers
        assert settings.bus.endswith("@nats:4222")
        assert settings.database.endswith("@postgres/purrlab")
        assert {"nats", "postgres"} <= COMPOSE["services"].keys()
    assert len({str(compose_settings(server)) for server in SERVERS}) == 1


def test_the_servers_of_kubernetes_have_the_ports_and_secrets_that_they_say() -> None:
    settings = kubernetes_settings()
    ports = {port["name"]: port["containerPort"] for port in container()["ports"]}
    assert ports == {"http": settings.port, "metrics": settings.metrics_port}
    assert settings.bus
    assert settings.database
    assert of_kind("Deployment")["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"] == str(
        settings.metrics_port
    )
    (service,) = of_kind("Service")["spec"]["ports"]
    assert service["targetPort"] in ports
    labels = of_kind("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert of_kind("Service")["spec"]["selector"].items() <= labels.items()


def test_probes_ask_for_what_there_is() -> None:
    """And none that starts a server again asks whether a database is there."""
    paths = {path for route in ROUTES for path in route.paths}
    probes = {name: probe["httpGet"]["path"] for name, probe in container().items() if name.endswith("Probe")}
    assert probes == {
        "startupProbe": "/health/live",
        "livenessProbe": "/health/live",
        "readinessProbe": "/health/ready",
    }
    assert set(probes.values()) <= paths
    assert f"127.0.0.1:{IMAGE_SETTINGS['PURRLAB_PORT']}/health/live" in DOCKERFILE


def test_a_server_has_the_time_to_hand_its_tables_over() -> None:
    pod = of_kind("Deployment")["spec"]["template"]["spec"]
    assert (
        pod["terminationGracePeriodSeconds"]
        > SHUTDOWN_SECONDS + container()["lifecycle"]["preStop"]["sleep"]["seconds"]
    )
    for server in SERVERS:
        assert int(COMPOSE["services"][server]["stop_grace_period"].removesuffix("s")) > SHUTDOWN_SECONDS


def test_the_image_has_the_extras_and_ports_that_it_needs() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for named in re.findall(r"\[([\w,]+)\]'", DOCKERFILE):
        assert {"cluster", "metrics"} <= set(named.split(",")) <= extras.keys()
    exposed = re.search(r"^EXPOSE (.*)$", DOCKERFILE, re.MULTILINE)
    assert exposed is not None
    assert exposed[1].split() == [IMAGE_SETTINGS["PURRLAB_PORT"], IMAGE_SETTINGS["PURRLAB_METRICS_PORT"]]
    assert re.search(r"^USER \d+$", DOCKERFILE, re.MULTILINE), "it runs as nobody in particular"


def test_all_that_is_named_is_there() -> None:
    """Servers behind the proxy and before Prometheus, and files that are mounted."""
    proxy = (DEPLOY / "nginx.conf").read_text()
    behind = re.findall(r"^\s+server (\S+):(\d+) resolve ", proxy, re.MULTILINE)
    assert re.search(r"^\s+resolver 127\.0\.0\.11 .*^\s+zone ", proxy, re.MULTILINE | re.DOTALL)  # what that needs
    assert sorted(behind) == [(server, str(compose_settings(server).port)) for server in SERVERS]
    prometheus = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    (job,) = prometheus["scrape_configs"]
    mounts = {mounted.split(":")[1] for mounted in COMPOSE["services"]["prometheus"]["volumes"]}
    assert {f"/etc/prometheus/{name}" for name in prometheus["rule_files"]} <= mounts
    watched = [f"{server}:{compose_settings(server).metrics_port}" for server in SERVERS]
    assert job["static_configs"] == [{"targets": watched}]
    for service in COMPOSE["services"].values():
        for mounted in service.get("volumes", []):
            source = mounted.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith("./") else source in COMPOSE["volumes"]


def test_strangers_reach_the_proxy_and_nothing_else() -> None:
    """Ports of this machine are its own, and the figures are for those who watch."""
    published = {name: service["ports"] for name, service in COMPOSE["services"].items() if "ports" in service}
    assert set(published) == {"proxy", "grafana"}
    assert all(port.startswith("127.0.0.1:") for ports in published.values() for port in ports)
    assert all("from" in rule for rule in of_kind("NetworkPolicy")["spec"]["ingress"])  # as trusted_proxies supposes


def test_the_proxy_waits_for_longer_than_a_websocket_is_silent() -> None:
    """And tells servers of every address on the way, also of a proxy before it."""
    proxy = (DEPLOY / "nginx.conf").read_text()
    (seconds,) = re.findall(r"proxy_read_timeout (\d+)s;", proxy)
    assert uvicorn.Config("").ws_ping_interval * 2 < int(seconds) <= 60  # type: ignore[operator]
    assert "X-Forwarded-For $proxy_add_x_forwarded_for;" in proxy


def alerts() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    assert set(group) == {"name", "rules"}
    return list(group["rules"])


@pytest.mark.parametrize("rule", alerts(), ids=lambda rule: rule["alert"])
def test_alerts_have_the_form_of_prometheus(rule: dict[str, Any]) -> None:
    assert set(rule) - {"for"} == {"alert", "expr", "labels", "annotations"}
    assert re.fullmatch(r"[A-Z]\w+", rule["alert"])
    assert re.fullmatch(r"\d+[sm]", rule.get("for", "0s"))
    assert rule["expr"].count("(") == rule["expr"].count(")")
    assert rule["labels"]["severity"] in ("warning", "critical")
    assert rule["annotations"].keys() == {"summary"}


def test_every_worry_of_the_guide_about_a_figure_of_ours_is_an_alert() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text().partition("## What to watch")[2].partition("\n## ")[0]
    worries = [
        re.findall(r"purrlab_\w+|process_\w+", row.split("|")[1]) for row in guide.splitlines() if row[:3] == "| `"
    ]
    asked = " ".join(rule["expr"] for rule in alerts())
    assert [names for names in worries if not any(name in asked for name in names)] == []


def images() -> Iterator[str]:
    yield from (service["image"] for service in COMPOSE["services"].values() if "build" not in service)
    yield container()["image"]
    yield from re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)


def test_images_are_of_one_version() -> None:
    for image in images():
        assert re.search(r":v?\d+(\.\d+)+|:\d+-", image), image

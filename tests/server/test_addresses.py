"""The addresses at which people find the server."""

import pytest

from purrlab.server.addresses import address_for_others, is_loopback


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_its_own_machine_has_no_address_for_others(host: str) -> None:
    assert is_loopback(host)
    assert address_for_others(host, 8400) is None


def test_a_server_for_a_network_has_its_own() -> None:
    assert address_for_others("192.168.1.7", 8400) == "http://192.168.1.7:8400"
    assert address_for_others("fd00::7", 8400) == "http://[fd00::7]:8400"
    assert not is_loopback("purrlab.example")


def test_a_server_for_any_network_looks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlab.server.addresses.own_address", lambda: "10.0.0.7")
    assert address_for_others("0.0.0.0", 80) == "http://10.0.0.7:80"  # noqa: S104
    monkeypatch.setattr("purrlab.server.addresses.own_address", lambda: None)
    assert address_for_others("::", 80) is None

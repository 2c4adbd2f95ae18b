"""Settings from the environment, from a file, and as they are without both."""

from pathlib import Path

import pytest

from purrlab.server.settings import (
    RENAMED_SETTINGS,
    InvalidSettings,
    Settings,
    load_settings,
    unknown_environment_settings,
)


def test_what_is_given_comes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "purrlab.toml"
    file.write_text('port = 1\noutbox_messages = 2\nabsent_player_seconds = 3\norigins = ["https://a.example"]\n')
    environment = {"PURRLAB_PORT": "4", "PURRLAB_OUTBOX_MESSAGES": "5", "PURRLAB_SETTINGS": str(file)}
    settings = load_settings(None, environment, port=6)
    assert (settings.port, settings.outbox_messages, settings.absent_player_seconds) == (6, 5, 3)
    assert settings.origins == ["https://a.example"]
    two = load_settings(None, {"PURRLAB_ORIGINS": "https://a.example, https://b.example"})
    assert two.origins == ["https://a.example", "https://b.example"]


def test_the_names_of_before_are_read_and_those_of_today_come_first(tmp_path: Path) -> None:
    file = tmp_path / "purrlab.toml"
    file.write_text("absence = 3\noutbox = 4\n")
    settings = load_settings(file, {"PURRLAB_LEASE": "5", "PURRLAB_OUTBOX_MESSAGES": "6", "PURRLAB_OUTBOX": "7"})
    assert (settings.absent_player_seconds, settings.lease_seconds, settings.outbox_messages) == (3, 5, 6)
    assert unknown_environment_settings({f"PURRLAB_{name.upper()}": "1" for name in RENAMED_SETTINGS}) == []


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"PURRLAB_PORT": "many"}, "port"),
        ({"PURRLAB_OUTBOX_MESSAGES": "0"}, "outbox_messages"),
        ({"PURRLAB_TRUSTED_PROXIES": "127.0.0.1, proxy"}, "trusted_proxies.*'proxy'"),
        ({"PURRLAB_BUS": "http://nats:4222"}, "bus: expected a URL such as nats://"),
        ({"PURRLAB_BUS": "nats://a:4222,nats://user:pass/word@b:4222"}, "bus: expected .* as number 2"),
        ({"PURRLAB_LEASE_SECONDS": "0.1"}, "lease_seconds"),
        ({"PURRLAB_PACE": "0"}, None),
    ],
)
def test_a_wrong_value_is_refused_by_name(environment: dict[str, str], name: str | None) -> None:
    if name is None:
        assert load_settings(None, environment) == Settings()  # no such setting: somebody else's variable
    else:
        with pytest.raises(InvalidSettings, match=name):
            load_settings(None, environment)


def test_a_misspelt_setting_in_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "purrlab.toml"
    file.write_text("prot = 1\n")
    with pytest.raises(InvalidSettings, match="prot"):
        load_settings(file, {})


def test_every_setting_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    missing = [name for name in Settings.__struct_fields__ if f"`{name}`" not in page]
    assert missing == []

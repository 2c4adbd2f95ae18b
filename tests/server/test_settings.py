"""Settings from the environment, from a file, and as they are without both."""

from pathlib import Path

import pytest

from purrlab.server.settings import InvalidSettings, Settings, load_settings


def test_what_is_given_comes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "purrlab.toml"
    file.write_text('port = 1\noutbox = 2\nabsence = 3\norigins = ["https://a.example"]\n')
    environment = {"PURRLAB_PORT": "4", "PURRLAB_OUTBOX": "5", "PURRLAB_SETTINGS": str(file)}
    settings = load_settings(None, environment, port=6)
    assert (settings.port, settings.outbox, settings.absence) == (6, 5, 3)
    assert settings.origins == ["https://a.example"]
    two = load_settings(None, {"PURRLAB_ORIGINS": "https://a.example, https://b.example"})
    assert two.origins == ["https://a.example", "https://b.example"]


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"PURRLAB_PORT": "many"}, "port"),
        ({"PURRLAB_OUTBOX": "0"}, "outbox"),
        ({"PURRLAB_TRUSTED_PROXIES": "127.0.0.1, proxy"}, "trusted_proxies.*'proxy'"),
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

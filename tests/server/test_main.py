"""Whatever keeps the server from starting is said in a line that people understand."""

import signal
import subprocess
import webbrowser
from pathlib import Path
from queue import Queue

import pytest
from click.testing import CliRunner
from server.clients import Person, Server
from server.server_process import PROGRAM, refused_start

from purrlab.cli.serve import serve_command
from purrlab.server import main


def test_a_port_in_use(server: Server, tmp_path: Path) -> None:
    """And that is all that is said on standard error, with the status of a failure."""
    command = [*PROGRAM, "serve", "--port", str(server.port), "--data", str(tmp_path / "data")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)  # noqa: S603
    assert ended.returncode == 1, ended.stderr
    (said,) = ended.stderr.strip().splitlines()
    assert "in use" in said
    assert ended.stdout == ""


def test_a_folder_in_use(server: Server, tmp_path: Path) -> None:
    assert "another server" in refused_start(tmp_path, "--data", str(server.data))


def test_a_database_that_cannot_be(tmp_path: Path) -> None:
    said = refused_start(tmp_path, "--data", str(tmp_path / "data"), "--database", "nonsense")
    assert "not a database URL" in said


def test_a_log_level_that_there_is_not(tmp_path: Path) -> None:
    assert "log_level" in refused_start(tmp_path, "--data", str(tmp_path / "data"), PURRLAB_LOG_LEVEL="verbose")


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_to_be_told_to_stop_is_no_failure(tmp_path: Path, sent: signal.Signals) -> None:
    with Server(tmp_path, program=PROGRAM) as server:
        assert server.stop(sent) == 0
        assert '"message":"the server has stopped"}' in server.log.read_text().splitlines()[-1]


def test_a_setting_that_there_is_not_is_named_in_the_log(tmp_path: Path) -> None:
    with Server(tmp_path, abscence="5") as server:
        assert '"setting":"PURRLAB_ABSCENCE"' in server.log.read_text()
        assert "PURRLAB_ABSENCE" not in server.log.read_text()


def test_it_says_where_it_is_when_it_is_there(server: Server) -> None:
    assert Person(server, "Ann").get("/health")["status"] == "ok"
    assert f"Purrlab is at http://127.0.0.1:{server.port}/ " in server.log.read_text()


def test_it_opens_a_table_and_names_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr(webbrowser, "open", opened.put)
    monkeypatch.setattr(main, "serve", lambda _settings, ready: ready("http://127.0.0.1:8400/", None))
    monkeypatch.setenv("DISPLAY", ":0")
    said = CliRunner().invoke(serve_command, ["--data", str(tmp_path), "--open"])
    assert said.output == "Purrlab is at http://127.0.0.1:8400/ (Ctrl-C to stop)\n"
    assert opened.get(timeout=20) == "http://127.0.0.1:8400/play"


def test_who_listens_for_all_is_told_the_address_for_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(main, "serve", lambda _settings, ready: ready("http://localhost:8400/", "http://10.0.0.7:8400"))
    said = CliRunner().invoke(serve_command, ["--data", str(tmp_path)])
    assert "for others in your network at http://10.0.0.7:8400 (Ctrl-C to stop)" in said.output

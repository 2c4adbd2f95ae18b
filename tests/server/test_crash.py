"""Nothing acknowledged is lost, nothing is applied twice: the server is killed again and again in mid-game."""

from pathlib import Path

from clients import Server
from crash_scenario import play_through_kills


def test_no_acknowledged_action_is_lost_or_applied_twice_when_the_server_is_killed(tmp_path: Path) -> None:
    with Server(tmp_path, absence="600") as server:
        play_through_kills(server, f"sqlite:///{server.data / 'purrlab.sqlite'}", tables=200, kills=5)
        assert '"level":"error"' not in server.log.read_text()

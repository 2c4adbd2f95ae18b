"""What is kept of the browser in which somebody is known."""

import pytest
from server.session_helpers import FIREFOX

from purrlab.server.accounts.devices import Device, device_of


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, Device("Firefox", "Linux")),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", ("Edge", "Windows")),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", ("Chrome", "Android")),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", ("Safari", "iOS")),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", ("Safari", "macOS")),
        ("<script>alert(1)</script>", (None, None)),
        (None, (None, None)),
    ],
)
def test_two_words_of_a_browser_are_kept(user_agent: str | None, device: Device) -> None:
    assert device_of(user_agent) == device

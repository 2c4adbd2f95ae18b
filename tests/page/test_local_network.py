"""The host lets friends in the same network in from the page, and out again."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from server.clients import Server

from page.visitor import Visitor

SECOND_ADDRESS = "127.0.0.2"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second loopback address without being told")
def test_a_friend_in_the_network_joins_while_the_switch_is_on(browser: Browser, tmp_path: Path) -> None:
    with (
        Server(tmp_path, network_address=SECOND_ADDRESS) as server,
        Visitor(browser, server.url) as host,
        Visitor(browser, f"http://{SECOND_ADDRESS}:{server.port}") as friend,
    ):
        host.go().button("Play with friends").click()
        host.button("2 players").click()
        switch, link = host.page.get_by_role("switch", name="Let people on this Wi-Fi join"), host.page.locator("#link")
        expect(switch).to_have_attribute("aria-checked", "false")
        assert host.sees("This link opens only on this computer.")
        assert host.accessibility_faults("main") == []
        switch.click()
        expect(switch).to_have_attribute("aria-checked", "true")
        expect(link).to_have_value(re.compile(re.escape(friend.url)))
        assert host.accessibility_faults("main") == []
        host.screenshot("local network")
        friend.join(link.input_value().removeprefix(friend.url), "Zoe")
        assert host.sees("Zoe")
        host.button("Settings").click()
        settings = host.page.locator("#settings").get_by_role("switch", name="Let people on this Wi-Fi join")
        expect(settings).to_have_attribute("aria-checked", "true")
        settings.click()
        expect(settings).to_have_attribute("aria-checked", "false")
        assert friend.sees("Connection lost")

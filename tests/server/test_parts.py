"""The parts of the server by themselves: changes, clocks, limits, settings, identity, fairness."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from purrlab.records.fair_deals import FairDeal, commitment_to, final_seed, why_unfair
from purrlab.server.accounts.names import checked_name
from purrlab.server.accounts.passwords import check_password, hash_password
from purrlab.server.addresses import address_for_others, is_here
from purrlab.server.errors import CannotServe, Refused
from purrlab.server.origins import Origins
from purrlab.server.patch import patch_between, patched
from purrlab.server.rate_limiter import ConnectionLimiter, RateLimiter, TokenBucket
from purrlab.server.settings import InvalidSettings, Settings, load_settings
from purrlab.server.socket.connection import Connection
from purrlab.server.storage.data_dir import load_secret, open_data_dir
from purrlab.server.tables.clock import DAY_MS, Clock
from purrlab.server.tables.terms import Correspondence, Relaxed, Timed

json_values = st.recursive(
    st.none() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=12,
)
views = st.fixed_dictionaries({"a": json_values, "b": json_values, "c": json_values})


class TestChanges:
    @given(views, views)
    def test_they_lead_from_one_view_to_the_next(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        changes = msgspec.json.decode(msgspec.json.encode(patch_between(before, after)))
        copy = msgspec.json.decode(msgspec.json.encode(before))
        assert patched(copy, changes) == after

    @given(views)
    def test_nothing_changes_when_nothing_changes(self, view: dict[str, Any]) -> None:
        assert patch_between(view, view) == []

    def test_a_list_that_grows_tells_only_what_is_new(self) -> None:
        assert patch_between({"plays": [1, 2]}, {"plays": [1, 2, 3]}) == [[["plays"], 2, [3]]]

    def test_deep_changes_are_told_by_their_path(self) -> None:
        before = {"boards": [{"cards": 9, "bid": None}, {"cards": 9, "bid": None}]}
        after = {"boards": [{"cards": 9, "bid": None}, {"cards": 8, "bid": None}]}
        assert patch_between(before, after) == [[["boards", 1, "cards"], 8]]


class TestClock:
    def test_time_is_taken_only_from_who_is_to_act(self) -> None:
        clock = Clock(Timed(bank=60, increment=5), 3)
        clock.ask([0, 2], 1_000)
        assert [clock.remaining(seat, 11_000) for seat in range(3)] == [50_000, 60_000, 50_000]
        assert clock.after_move(0, 11_000) == 55_000

    def test_whoever_goes_on_thinking_is_not_given_new_time(self) -> None:
        clock = Clock(Timed(bank=60, increment=5), 2)
        clock.ask([0, 1], 0)
        clock.set(0, 60_000)
        clock.ask([1], 30_000)
        assert clock.remaining(1, 40_000) == 20_000

    def test_a_restart_costs_nobody_time_and_by_mail_not_the_last_day(self) -> None:
        live, mail = Clock(Timed(bank=60, increment=0), 2), Clock(Correspondence(days=3), 2)
        for clock in (live, mail):
            clock.ask([0], 0)
            clock.pardon(30_000, 30_000)
        assert live.remaining(0, 30_000) == 60_000
        assert mail.remaining(0, 30_000) == 3 * DAY_MS - 30_000
        mail.pardon(8 * DAY_MS, 8 * DAY_MS)
        assert mail.remaining(0, 8 * DAY_MS) == DAY_MS
        mail.pardon(8 * DAY_MS + 5, 8 * DAY_MS)  # the same again, of another who looks
        assert mail.remaining(0, 8 * DAY_MS + 5) == DAY_MS - 5

    def test_without_a_clock_nothing_is_shown(self) -> None:
        clock = Clock(Relaxed(), 2)
        clock.ask([0], 0)
        assert clock.read(5) is None
        assert clock.after_move(0, 5) is None


class TestReach:
    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
    def test_a_server_for_its_own_machine_has_no_address_for_others(self, host: str) -> None:
        assert is_here(host)
        assert address_for_others(host, 8400) is None

    def test_a_server_for_a_network_has_its_own(self) -> None:
        assert address_for_others("192.168.1.7", 8400) == "http://192.168.1.7:8400"
        assert address_for_others("fd00::7", 8400) == "http://[fd00::7]:8400"
        assert not is_here("purrlab.example")

    def test_a_server_for_any_network_looks_for_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("purrlab.server.addresses._own_address", lambda: "10.0.0.7")
        assert address_for_others("0.0.0.0", 80) == "http://10.0.0.7:80"  # noqa: S104
        monkeypatch.setattr("purrlab.server.addresses._own_address", lambda: None)
        assert address_for_others("::", 80) is None


class TestLimits:
    def test_a_bucket_lets_a_burst_through_and_then_so_many_a_second(self) -> None:
        bucket = TokenBucket(rate=2, burst=3, now=0)
        assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
        assert [bucket.take(1) for _ in range(3)] == [True, True, False]

    def test_everybody_has_a_bucket_of_their_own(self) -> None:
        rates = RateLimiter(1, 1, clock=lambda: 0.0)
        assert [rates.allow(who) for who in ("ann", "ann", "bo")] == [True, False, True]

    def test_connections_are_counted_by_address_and_in_all(self) -> None:
        connections = ConnectionLimiter(most=3, most_per_address=2)
        assert [connections.enter(where) for where in ("a", "a", "a", "b", "c")] == [True, True, False, True, False]
        connections.leave("a")
        assert connections.enter("c")


class TestOutbox:
    def test_who_does_not_read_is_cut_off_by_the_bytes_that_wait(self) -> None:
        async def read_nothing(_message: object) -> None:
            await asyncio.Event().wait()

        async def write() -> bool:
            connection = _connection(read_nothing, most=1_000)
            for _ in range(3):
                connection.send(b"x" * 400_000)
            assert not connection.dropped
            connection.send(b"x" * 400_000)
            return connection.dropped

        assert asyncio.run(write())

    def test_who_has_missed_much_and_reads_gets_all_of_it(self) -> None:
        read: list[str] = []

        async def read_slowly(message: Any) -> None:
            await asyncio.sleep(0)
            read.append(message["text"])

        async def write() -> bool:
            connection = _connection(read_slowly, most=3)
            await connection.send_all([b"%d" % number for number in range(100)])
            return connection.dropped

        assert not asyncio.run(write())
        assert read == [str(number) for number in range(100)]


def _connection(send: Any, most: int) -> Connection:
    connection = Connection(send, None, set(), TokenBucket(1, 1, 0), most)
    connection._task = None
    return connection


class TestSettings:
    def test_what_is_given_comes_before_the_environment_and_that_before_the_file(self, tmp_path: Path) -> None:
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
    def test_a_wrong_value_is_refused_by_name(self, environment: dict[str, str], name: str | None) -> None:
        if name is None:
            assert load_settings(None, environment) == Settings()  # no such setting: somebody else's variable
        else:
            with pytest.raises(InvalidSettings, match=name):
                load_settings(None, environment)

    def test_a_misspelt_setting_in_a_file_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "purrlab.toml"
        file.write_text("prot = 1\n")
        with pytest.raises(InvalidSettings, match="prot"):
            load_settings(file, {})

    def test_every_setting_is_on_the_page(self) -> None:
        page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
        missing = [name for name in Settings.__struct_fields__ if f"`{name}`" not in page]
        assert missing == []


class TestIdentity:
    def test_a_secret_is_made_once(self, tmp_path: Path) -> None:
        first = load_secret(tmp_path)
        assert len(first) == 32
        assert load_secret(tmp_path) == first
        assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600

    @pytest.mark.parametrize("name", ["Ann", "Łucja", "Їжак", "猫", "Ann Bo", "🐈", "O'Neill; DROP TABLE x"])
    def test_names_of_all_kinds_are_fine(self, name: str) -> None:
        assert checked_name(f" {name} ") == name

    @pytest.mark.parametrize(
        "name", ["", " ", "\u200b", "a\u202eb", "a\u2028b", "\u00a0", "a\x85b", "a\nb", "\ud800", "x" * 25], ids=ascii
    )
    def test_names_that_nobody_can_read_are_refused(self, name: str) -> None:
        with pytest.raises(Refused) as refused:
            checked_name(name)
        assert (refused.value.code, refused.value.field) == ("bad-name", "name")

    def test_names_that_look_the_same_are_the_same(self) -> None:
        assert checked_name("e\u0301va  x") == "\u00e9va x"

    def test_passwords(self) -> None:
        stored = hash_password("nine lives")
        assert check_password(stored, "nine lives")
        assert not check_password(stored, "ten lives")
        assert not check_password(None, "nine lives")
        assert not check_password("no hash", "nine lives")


class TestFolder:
    @pytest.mark.parametrize("key", [b"", b"short"])
    def test_a_key_that_is_none_is_refused(self, tmp_path: Path, key: bytes) -> None:
        (tmp_path / "secret").write_bytes(key)
        with pytest.raises(CannotServe, match="holds no key"):
            load_secret(tmp_path)

    def test_one_server_at_a_time(self, tmp_path: Path) -> None:
        with open_data_dir(tmp_path) as key:
            with pytest.raises(CannotServe, match="another server"), open_data_dir(tmp_path):
                pass
            assert len(key) == 32
        with open_data_dir(tmp_path) as again:
            assert again == key

    def test_a_folder_that_cannot_be_says_so(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(CannotServe, match="cannot be used"), open_data_dir(tmp_path / "file" / "data"):
            pass


class TestOrigins:
    @pytest.mark.parametrize(
        ("origin", "allowed"),
        [
            ("http://play.example", True),
            ("https://play.example", True),
            ("http://play.example:81", False),
            ("https://friend.example", True),
            ("http://friend.example", False),
            ("null", False),
            ("http://[", False),
            ("", False),
            (None, True),
        ],
    )
    def test_only_its_own_page_and_named_ones_may_talk(self, origin: str | None, *, allowed: bool) -> None:
        assert Origins(["https://friend.example"], secure=False).allow(origin, "play.example") is allowed

    def test_where_people_come_by_https_a_page_by_http_is_foreign(self) -> None:
        origins = Origins([], secure=True)
        assert origins.allow("https://play.example", "play.example")
        assert not origins.allow("http://play.example", "play.example")


class TestFairDeals:
    FAIR = FairDeal(table="t", server_seed="s", commitment=commitment_to("s"), entropy=["é", None])
    FINAL = "dcd8bf4e013c45833c03c0b44688e6485756eb7aa921afe6e61c46460d9c6a52"

    def test_the_seed_is_as_documented(self) -> None:
        """The example in docs/fair-deals.md."""
        assert commitment_to("s") == "043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89"
        assert final_seed("s", "t", ["é", None]) == self.FINAL

    def test_a_fair_deal_is_fair(self) -> None:
        assert why_unfair(self.FAIR, self.FINAL) is None

    @pytest.mark.parametrize(
        "change", [{"server_seed": "x"}, {"table": "x"}, {"entropy": ["é", ""]}, {"commitment": ""}]
    )
    def test_any_change_is_found(self, change: dict[str, Any]) -> None:
        assert why_unfair(msgspec.structs.replace(self.FAIR, **change), self.FINAL) is not None

"""Fair deals: the seed follows from what was committed to, and any change is found."""

from typing import Any

import msgspec
import pytest

from purrlab.records.fair_deals import FairDeal, commitment_to, final_seed, why_unfair


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

"""How the sounds are made: measured, since nobody listens."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from page.visitor import ROOT, Visitor

Visit = Callable[..., Visitor]
ASSETS = ROOT / "src" / "purrlab" / "server" / "static" / "assets"
SECONDS = 5
RENDER = """async ([url, sounds, seconds]) => {
  const rate = 44100, window = rate / 10;
  const [synthesize] = Object.values(await import(url));
  const render = async (lowest) => {
    const context = new OfflineAudioContext(1, rate * seconds, rate);
    const hearing = new BiquadFilterNode(context, {type: 'highpass', frequency: lowest, Q: -6});
    hearing.connect(context.destination);
    const outlet = new Proxy(context, {get: (of, name) => {
      const found = name === 'destination' ? hearing : of[name];
      return typeof found === 'function' ? found.bind(of) : found;
    }});
    synthesize(outlet, sounds);
    return (await context.startRendering()).getChannelData(0);
  };
  const all = await render(10), heard = await render(500);
  const peak = all.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  let sum = 0, loudest = 0;
  heard.forEach((each, index) => {
    sum += each ** 2 - (index >= window ? heard[index - window] ** 2 : 0);
    loudest = Math.max(loudest, sum / window);
  });
  const end = all.findLastIndex(each => Math.abs(each) > peak / 1000);
  return {peak, loudness: Math.sqrt(loudest), first: Math.abs(all[0]), last: Math.abs(all[end]), seconds: end / rate};
}"""
LENGTHS = {"card": 0.2, "token": 0.2, "trick": 0.6, "paradox": 1.3, "turn": 0.8, "purr": 4}  # at most, in seconds


def measured(visitor: Visitor, *sounds: str) -> dict[str, Any]:
    """The synthesizer of the built page, rendered: as it is, and as it is heard, which is less of the low tones."""
    (script,) = map(Path, ASSETS.glob("synthesizer-*.js"))
    found: dict[str, Any] = visitor.page.evaluate(RENDER, [f"/assets/{script.name}", sounds, SECONDS])
    return found


def decibels(amplitude: float) -> float:
    return 20 * math.log10(amplitude)


def test_sounds_are_alike_in_loudness_short_and_without_clicks(visit: Visit) -> None:
    visitor = visit().go()
    heard = {sound: measured(visitor, sound) for sound in LENGTHS}
    for sound, each in heard.items():
        assert each["first"] < 0.001, sound
        assert each["last"] < 0.001, sound
        assert -30 < decibels(each["peak"]) < -10, sound
        assert 0.03 < each["seconds"] <= LENGTHS[sound], sound
    loudness = [decibels(each["loudness"]) for each in heard.values()]
    assert max(loudness) - min(loudness) < 6, heard


@pytest.mark.parametrize("sounds", [["card", "token", "trick", "paradox", "turn", "purr"], ["token"] * 8])
def test_many_sounds_after_one_another_stay_quiet(visit: Visit, sounds: list[str]) -> None:
    assert decibels(measured(visit().go(), *sounds)["peak"]) < -9

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sounds as catSounds } from '../games/cat-in-the-box/sounds';
import { sounds as kittenSounds } from '../games/rascal-kittens/sounds';
import { preferences } from '../preferences.svelte';
import type { CatInTheBoxView, RascalKittensView } from '../views';
import { soundPlayer } from './soundPlayer';
import { SOUNDS, type Sound } from './sounds';
import * as synthesizer from './synthesizer';
import { soundsBetween } from './tableSounds.svelte';

/** An AudioContext of which every part takes what it is told, and that counts what is started. */
class AudioContextStub {
  static started: string[] = [];
  state = 'running';
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  #node = (name: string) => {
    const parameter = { value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() };
    const node = { gain: parameter, frequency: parameter, stop: vi.fn(), start: () => AudioContextStub.started.push(name), connect: (to: unknown) => to };
    return node;
  };
  createGain = () => this.#node('gain');
  createBiquadFilter = () => this.#node('filter');
  createOscillator = () => this.#node('oscillator');
  createBufferSource = () => this.#node('noise');
  createBuffer = (_channels: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

const synthesize = vi.spyOn(synthesizer, 'synthesize');

beforeEach(() => {
  AudioContextStub.started = [];
  synthesize.mockClear();
  vi.stubGlobal('AudioContext', AudioContextStub);
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  vi.stubGlobal('document', { hidden: false, documentElement: { dataset: {} } });
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  preferences.setSound(true);
});
afterEach(() => vi.unstubAllGlobals());

async function heardAfter(...sounds: Sound[]): Promise<Sound[]> {
  soundPlayer.play(sounds);
  await vi.dynamicImportSettled();
  return synthesize.mock.calls.flatMap(([, heard]) => [...heard]);
}

test('sounds are played one after the other', async () => {
  expect(await heardAfter('card', 'token')).toEqual(['card', 'token']);
  expect(AudioContextStub.started).toEqual(['noise', 'oscillator', 'oscillator']);
});

test.each(SOUNDS)('%s can be heard', async (sound) => {
  await heardAfter(sound);
  expect(AudioContextStub.started.length).toBeGreaterThan(0);
});

test('in a background tab only my turn is heard', async () => {
  vi.stubGlobal('document', { hidden: true, documentElement: { dataset: {} } });
  expect(await heardAfter('card', 'token', 'turn')).toEqual(['turn']);
});

test('nothing is heard before the page was touched, nor when sounds are off', async () => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
  expect(await heardAfter('turn')).toEqual([]);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  preferences.setSound(false);
  expect(await heardAfter('turn')).toEqual([]);
});

test('my turn is heard when it begins', () => {
  const game = { sounds: () => ['card'] as Sound[] };
  const [one, two] = [{}, {}] as CatInTheBoxView[];
  expect(soundsBetween(game, { view: null, myTurn: false }, { view: one!, myTurn: true })).toEqual(['turn']);
  expect(soundsBetween(game, { view: one!, myTurn: false }, { view: two!, myTurn: true })).toEqual(['card', 'turn']);
  expect(soundsBetween(game, { view: two!, myTurn: true }, { view: two!, myTurn: true })).toEqual([]);
});

function catView(plays: number, tricks = 0, rounds: object[] = [], cards = 5): CatInTheBoxView {
  const course = { plays: Array(plays).fill([0, 'play 1 red']), finished_tricks: Array(tricks).fill(0) };
  return { rounds, table: { ...course, boards: [{ cards, bid: null }] } } as unknown as CatInTheBoxView;
}

test('a play puts a card and a token down, and may end a trick', () => {
  expect(catSounds(catView(0), catView(1))).toEqual(['card', 'token']);
  expect(catSounds(catView(2), catView(3, 1))).toEqual(['card', 'token', 'trick']);
  expect(catSounds(catView(0), catView(0, 0, [], 4))).toEqual(['card']);
});

test('a paradox is heard later than the trick before it', () => {
  const ended = { plays: [1, 2, 3], finished_tricks: [1], paradox: 1 };
  expect(catSounds(catView(2), catView(0, 0, [ended]))).toEqual(['card', 'token', 'trick']);
});

test('a run is heard by its toys', () => {
  const place = { draws: [], anchor: null };
  const view = (rounds: object[]) => ({ rounds, places: [place] }) as unknown as RascalKittensView;
  expect(kittenSounds(view([]), view([{ runs: [] }]))).toEqual(['card']);
  expect(kittenSounds(view([{ runs: [] }]), view([{ runs: [{ toys: ['ball', 'car'] }] }]))).toEqual(['token', 'token']);
});

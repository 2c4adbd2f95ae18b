import type { Sound } from './sounds';

const VOLUME = 0.22; // quiet: people talk at a table
const STEP_SECONDS = 0.13; // from one sound to the next

interface Tone {
  wave?: OscillatorType;
  from: number; // hertz
  to?: number;
  after?: number; // seconds after the sound begins
  seconds: number;
  volume?: number;
}

/** A sound begins at `at`, in the seconds of the context, and goes to `out`. */
type Synthesis = (context: AudioContext, out: AudioNode, at: number) => void;

const SYNTHESES: Record<Sound, Synthesis> = {
  card: (context, out, at) => noise(context, out, at, { seconds: 0.09, filter: 'bandpass', from: 2600, to: 900, volume: 1.8 }),
  token: (context, out, at) => {
    tone(context, out, at, { from: 660, to: 520, seconds: 0.09, volume: 0.7 });
    tone(context, out, at, { from: 1320, seconds: 0.05, volume: 0.2 });
  },
  trick: (context, out, at) => {
    tone(context, out, at, { wave: 'triangle', from: 587, seconds: 0.22, volume: 0.5 });
    tone(context, out, at, { wave: 'triangle', from: 880, after: 0.1, seconds: 0.3, volume: 0.45 });
  },
  paradox: (context, out, at) => {
    for (const detune of [0, 7]) tone(context, out, at, { from: 520 + detune, to: 130 + detune, seconds: 0.9, volume: 0.26 });
    tone(context, out, at, { wave: 'triangle', from: 196, to: 392, after: 0.7, seconds: 0.5, volume: 0.25 });
  },
  turn: (context, out, at) => {
    tone(context, out, at, { from: 784, seconds: 0.35, volume: 0.36 });
    tone(context, out, at, { from: 1175, after: 0.12, seconds: 0.5, volume: 0.26 });
  },
  purr: (context, out, at) => {
    [392, 494, 587, 784].forEach((from, index) => tone(context, out, at, { wave: 'triangle', from, after: index * 0.11, seconds: 0.6, volume: 0.3 }));
    for (const breath of [0.5, 1.6, 2.7]) purr(context, out, at + breath);
  },
};

/** Play sounds one after the other. */
export function synthesize(context: AudioContext, sounds: readonly Sound[]): void {
  const out = context.createGain();
  out.gain.value = VOLUME;
  out.connect(context.destination);
  sounds.forEach((sound, index) => SYNTHESES[sound](context, out, context.currentTime + index * STEP_SECONDS));
}

function tone(context: AudioContext, out: AudioNode, at: number, { wave = 'sine', from, to = from, after = 0, seconds, volume = 1 }: Tone): void {
  const begin = at + after;
  const oscillator = context.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + seconds);
  oscillator.connect(fade(context, out, begin, 0.008, seconds, volume));
  oscillator.start(begin);
  oscillator.stop(begin + seconds);
}

function noise(
  context: AudioContext,
  out: AudioNode,
  at: number,
  { seconds, filter, from, to, volume }: { seconds: number; filter: BiquadFilterType; from: number; to: number; volume: number },
): void {
  const source = context.createBufferSource();
  source.buffer = whiteNoise(context, seconds);
  const shaped = context.createBiquadFilter();
  shaped.type = filter;
  shaped.frequency.setValueAtTime(from, at);
  shaped.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(shaped).connect(fade(context, out, at, seconds * 0.3, seconds, volume));
  source.start(at);
}

/** One breath of a purring cat: low noise that flutters about 25 times a second, swells and fades. */
function purr(context: AudioContext, out: AudioNode, at: number): void {
  const seconds = 0.95;
  const breath = context.createGain();
  breath.gain.setValueAtTime(0, at);
  breath.gain.linearRampToValueAtTime(2.5, at + seconds * 0.4); // low noise is heard softly
  breath.gain.linearRampToValueAtTime(0, at + seconds);
  breath.connect(out);
  const flutter = context.createGain();
  flutter.gain.value = 0.5;
  const wing = context.createOscillator();
  wing.frequency.value = 25;
  const depth = context.createGain();
  depth.gain.value = 0.5;
  wing.connect(depth).connect(flutter.gain);
  flutter.connect(breath);
  const rumble = context.createBufferSource();
  rumble.buffer = whiteNoise(context, seconds);
  const throat = context.createBiquadFilter();
  throat.type = 'lowpass';
  throat.frequency.setValueAtTime(420, at); // high enough for the loudspeaker of a phone
  throat.frequency.exponentialRampToValueAtTime(300, at + seconds);
  rumble.connect(throat).connect(flutter);
  for (const source of [rumble, wing]) {
    source.start(at);
    source.stop(at + seconds);
  }
}

/** Silence, the whole volume after `attack`, and silence again. */
function fade(context: AudioContext, out: AudioNode, at: number, attack: number, seconds: number, volume: number): AudioNode {
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0.0001, at);
  envelope.gain.exponentialRampToValueAtTime(volume, at + attack);
  envelope.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  envelope.connect(out);
  return envelope;
}

function whiteNoise(context: AudioContext, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

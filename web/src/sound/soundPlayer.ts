import { preferences } from '../preferences.svelte';
import { whenIdle } from '../whenIdle';
import type { Sound } from './sounds';

const SOUND_LATEST_MS = 90; // that a sound may come after what is seen

/** Plays what is to be heard, one after the other. Nothing is loaded before there is something to hear. */
class SoundPlayer {
  #context: AudioContext | null = null;

  /** In a background tab only one's own turn is heard, and nothing before somebody has touched the page. */
  play(sounds: readonly Sound[]): void {
    const heard = document.hidden ? sounds.filter((sound) => sound === 'turn') : sounds;
    if (heard.length === 0 || !preferences.sound || !navigator.userActivation?.hasBeenActive) return;
    whenIdle(() => void this.#synthesize(heard).catch(() => undefined), SOUND_LATEST_MS); // without sound one can play as well
  }

  async #synthesize(sounds: readonly Sound[]): Promise<void> {
    const { synthesize } = await import('./synthesizer');
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') await this.#context.resume();
    synthesize(this.#context, sounds);
  }
}

export const soundPlayer = new SoundPlayer();

import { untrack } from 'svelte';
import type { Chat } from '../protocol';
import type { TableModel } from './model.svelte';

const NEWS_SHOWN_MS = 8_000; // that a new message is shown where the chat is out of sight

/** What was said at a table and is not muted; how much of it was not seen; and what is to be shown although the chat is
 * out of sight. */
export class ChatReading {
  isInSight = $state(false); // as long as nobody says that it is
  #read = $state(-1); // the last that was in sight
  #announced = $state(-1); // the last that need not be shown elsewhere
  #heard = $derived.by(() => this.model.chat.filter(({ seat }) => !this.model.muted.includes(seat)));
  #latest = $derived(this.#heard.at(-1));
  #unread = $derived(this.#heard.filter(({ number, seat }) => number > this.#read && seat !== this.model.seat).length);

  constructor(private readonly model: TableModel) {
    this.#read = this.#announced = untrack(() => this.#latest?.number ?? -1);
    $effect(() => {
      if (this.isInSight) this.#read = this.#latest?.number ?? -1;
    });
    $effect(() => {
      const number = this.#latest?.number ?? -1;
      const timer = setTimeout(() => (this.#announced = number), this.isInSight ? 0 : NEWS_SHOWN_MS);
      return () => clearTimeout(timer);
    });
  }

  get heard(): Chat[] {
    return this.#heard;
  }
  get unread(): number {
    return this.#unread;
  }
  get news(): Chat | null {
    const latest = this.#latest;
    return latest && latest.seat !== this.model.seat && latest.number > this.#announced && !this.isInSight ? latest : null;
  }
}

import { ensureSignedIn, nameMe, suggestName, whoAmI } from '../api';
import { readStored, store } from '../localStorage';
import type { TableInfo } from '../protocol';
import { tableInfo } from './earlyRequests';
import type { TableModel } from './model.svelte';

const WATCHED_TABLE = 'watched';

/** How somebody comes to a table. Whoever is known sees it at once; somebody new is told of it first, and becomes known
 * by joining or by watching. */
export class Arrival {
  #name = $state('');
  #told = $state.raw<TableInfo | null>(null); // the table as anybody may know it
  #watches = $state(false);
  #isConnected = false;

  constructor(
    private readonly model: TableModel,
    private readonly connect: () => void,
    private readonly way: { cameByLink: boolean; takeSeat: boolean }, // not by a link: from where it was clear what one comes for
  ) {
    this.#watches = readStored(WATCHED_TABLE) === model.id;
  }

  /** What is known of the table. */
  get info(): TableInfo | null {
    return this.model.info ?? this.#told;
  }
  /** Under which name one would join. */
  get name(): string {
    return this.#name;
  }
  /** Whether one is asked to join or to watch. */
  get isAsked(): boolean {
    const status = this.info?.status;
    if (!status || status === 'closed' || this.model.seat !== null || this.#watches || this.way.takeSeat) return false;
    return status === 'waiting' || this.way.cameByLink;
  }

  async begin(): Promise<void> {
    const me = await whoAmI();
    this.#name = me?.name ?? '';
    if (me || (this.#watches && (await ensureSignedIn()))) this.#open();
    else await this.#tell();
  }

  async #tell(): Promise<void> {
    const told = await tableInfo(this.model.id);
    this.#name = suggestName(told.seats.flatMap(({ name }) => name ?? []));
    this.#told = told;
    if (this.isAsked) return;
    await ensureSignedIn();
    this.#open();
  }

  /** Named and seated in one step. Throws if the name is refused; `model.refusal` says if the seat is. */
  async join(name: string): Promise<void> {
    const known = await whoAmI();
    if (known?.name !== name) this.#name = (await nameMe(name)).name;
    this.model.request({ type: 'sit' });
    this.#open();
  }

  async watch(): Promise<void> {
    await ensureSignedIn();
    this.#watches = true;
    store(WATCHED_TABLE, this.model.id);
    this.#open();
  }

  #open(): void {
    if (!this.#isConnected) this.connect();
    this.#isConnected = true;
  }
}

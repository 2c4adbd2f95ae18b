import { api } from './api';

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/; // names by which nobody but this machine is reached

/** Whether others in the network of this machine are let in. Only a page that was opened on the machine itself knows. */
class LocalNetwork {
  /** Whether this page was opened by a name that only this machine knows. */
  readonly isHere = LOOPBACK.test(location.hostname);
  #address = $state<string | null>(null);
  #canSwitch = $state(false);

  /** Where others find the page; null while they do not. */
  get address(): string | null {
    return this.#address;
  }
  /** With what a link begins that is sent to others. */
  get origin(): string {
    return this.#address ?? location.origin;
  }
  get canSwitch(): boolean {
    return this.#canSwitch;
  }

  async load(): Promise<void> {
    if (this.isHere) this.#set(await api.networkAddress());
  }

  async switch(open: boolean): Promise<void> {
    this.#set(await api.switchNetwork({ open }));
  }

  #set({ address, switch: canSwitch }: { address: string | null; switch: boolean }): void {
    this.#address = address;
    this.#canSwitch = canSwitch;
  }
}

export const localNetwork = new LocalNetwork();

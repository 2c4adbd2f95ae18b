import { readStored, store } from '../../localStorage';

const STORED_AS = 'kittens-preview';

/** Whether the table shows what a run would touch, or leaves that to the eye. Kept in the browser. */
class RunPreview {
  #isOn = $state(readStored(STORED_AS) !== 'no');

  get isOn(): boolean {
    return this.#isOn;
  }
  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    store(STORED_AS, isOn ? 'yes' : 'no');
  }
}

export const runPreview = new RunPreview();

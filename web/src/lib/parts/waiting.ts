import { t, type Key } from '../i18n.svelte';
import type { Naming } from '../story';
import type { View } from '../views';

/** For whom the table waits, and what they do. */
export const waiting = ({ expects, to_act }: View, name: Naming): string =>
  t(`wait.${expects}` as Key, { name: to_act.map(name).join(', ') });

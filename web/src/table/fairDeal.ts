import { keep, recall } from '../localStorage';

const KEPT = 50; // tables
const NAME = 'commitments';

const all = (): string[] => recall(NAME)?.split(' ') ?? [];

/** The commitment to the deal of a table, if this browser saw it before the start. */
export function remembered(table: string): string | null {
  return all().find((each) => each.startsWith(`${table}:`))?.slice(table.length + 1) ?? null;
}

/** Keeps a commitment that is seen before the start. The first one counts, whatever is told later. */
export function remember(table: string, commitment: string): string {
  const before = remembered(table);
  if (before === null) keep(NAME, [...all(), `${table}:${commitment}`].slice(-KEPT).join(' '));
  return before ?? commitment;
}

/** Browsers compute SHA-256 on https and on the server's own machine only. */
export const canCompare = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

/** Whether a commitment was made to this seed; null where the browser cannot tell. */
export async function fits(seed: string, commitment: string): Promise<boolean | null> {
  if (!canCompare()) return null;
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seed)))) === commitment;
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

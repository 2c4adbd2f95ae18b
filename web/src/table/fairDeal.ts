import { store, readStored } from '../localStorage';

const MAX_REMEMBERED_TABLES = 50;
const STORAGE_KEY = 'commitments';

const storedCommitments = (): string[] => readStored(STORAGE_KEY)?.split(' ') ?? [];

/** The commitment to the deal of a table, if this browser saw it before the start. */
export function seenCommitment(table: string): string | null {
  return storedCommitments().find((each) => each.startsWith(`${table}:`))?.slice(table.length + 1) ?? null;
}

/** Keeps a commitment that is seen before the start. The first one counts, whatever is told later. */
export function rememberCommitment(table: string, commitment: string): string {
  const before = seenCommitment(table);
  if (before === null) store(STORAGE_KEY, [...storedCommitments(), `${table}:${commitment}`].slice(-MAX_REMEMBERED_TABLES).join(' '));
  return before ?? commitment;
}

/** Browsers compute SHA-256 on https and on the server's own machine only. */
export const canComputeSha256 = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

/** Whether a commitment was made to this seed; null where the browser cannot tell. */
export async function seedFitsCommitment(seed: string, commitment: string): Promise<boolean | null> {
  if (!canComputeSha256()) return null;
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seed)))) === commitment;
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

import type { Change } from '../protocol';

type Tree = Record<string | number, unknown>;

/** The view after these changes. What did not change is shared with the view before. */
export function applyPatch<View extends object>(view: View, changes: Change[]): View {
  let result = view as unknown;
  for (const [path, ...change] of changes) result = replaceAt(result, path, change);
  return result as View;
}

function replaceAt(target: unknown, path: (string | number)[], change: unknown[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    if (change.length === 1) return change[0];
    const [keep, items] = change as [number, unknown[]];
    return [...(target as unknown[]).slice(0, keep), ...items];
  }
  const copy = (Array.isArray(target) ? [...target] : { ...(target as Tree) }) as Tree;
  copy[key] = replaceAt(copy[key], rest, change);
  return copy;
}

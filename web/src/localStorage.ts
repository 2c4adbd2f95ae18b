/** What this browser keeps from visit to visit. One that keeps nothing still plays. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`purrlab.${name}`);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`purrlab.${name}`, value);
  } catch {
    // the same
  }
}

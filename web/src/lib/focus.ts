/** Whoever acted, and whose button is gone, goes on at what is asked now. Who is busy elsewhere is left alone. */
export function goOn(table: HTMLElement, wanted: string): void {
  const now = document.activeElement;
  if (now && now !== document.body && !now.classList.contains('prompt')) return;
  (table.querySelector<HTMLElement>(wanted) ?? table.querySelector<HTMLElement>('.prompt'))?.focus({ preventScroll: true });
}

/** Whether this has the focus so that one sees it: who points does not want to be shown what they did not point at. */
export function byKey(event: FocusEvent): boolean {
  return (event.currentTarget as HTMLElement).matches(':focus-visible');
}

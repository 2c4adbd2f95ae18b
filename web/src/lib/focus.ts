/** Whoever acted, and whose button is gone, goes on at what is asked now. Who is busy elsewhere is left alone. */
export function goOn(table: HTMLElement, wanted: string): void {
  const now = document.activeElement;
  if (now && now !== document.body && !now.classList.contains('prompt')) return;
  (table.querySelector<HTMLElement>(wanted) ?? table.querySelector<HTMLElement>('.prompt'))?.focus({ preventScroll: true });
}

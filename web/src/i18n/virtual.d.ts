declare module 'virtual:rule-texts' {
  /** Where the rules in short are, by language. */
  const addresses: Record<import('./translate.svelte').Language, string>;
  export default addresses;
}

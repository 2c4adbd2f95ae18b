/** The words that follow each verb, as the server lists them. */
type Notation<Action extends { verb: string }> = { readonly [Verb in Action['verb']]: readonly string[] };

/** The one place where actions are taken apart and put together: `play 7 blue` is a verb and its words. */
export function notationOf<Action extends { verb: string }>(notation: Notation<Action>) {
  return {
    parse(text: string): Action {
      const [verb, ...words] = text.split(' ') as [Action['verb'], ...string[]];
      const parts = notation[verb].map((name, place) => [name, wordOf(words[place]!)]);
      return { verb, ...Object.fromEntries(parts) } as Action;
    },
    format(action: Action): string {
      const words = action as Record<string, string | number>;
      return ['verb', ...notation[action.verb as Action['verb']]].map((name) => words[name]).join(' ');
    },
  };
}

const wordOf = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

/** Why one goes to a table: to play at once, or to take any seat. */
interface ArrivalHints {
  startGame?: boolean;
  takeSeat?: boolean;
}

/** Where the page is. Links inside it change the path without loading it anew. */
class Router {
  #path = $state(location.pathname);
  #state: ArrivalHints = {};
  #hasMoved = false;

  constructor() {
    addEventListener('popstate', () => {
      this.#state = {};
      this.#hasMoved = true;
      this.#path = location.pathname;
    });
  }

  get path(): string {
    return this.#path;
  }

  /** The parts of the path: `/t/abc` is `['t', 'abc']`. */
  get parts(): string[] {
    return this.#path.split('/').filter(Boolean);
  }

  /** `state` is for the place alone, and is gone when the page is loaded anew. */
  go(path: string, state: ArrivalHints = {}): void {
    if (path !== location.pathname) history.pushState(null, '', path);
    this.#show(path, state);
  }

  /** The same, but Back does not lead here again. */
  replace(path: string, state: ArrivalHints = {}): void {
    history.replaceState(null, '', path);
    this.#show(path, state);
  }

  #show(path: string, state: ArrivalHints): void {
    this.#state = state;
    this.#hasMoved = true;
    this.#path = path;
    scrollTo(0, 0);
  }

  /** Whether the page was opened at this very place, as by a link that somebody sent. */
  get cameByLink(): boolean {
    return !this.#hasMoved;
  }

  /** Whether the game there should start as soon as all seats are taken by bots and me. */
  get startGame(): boolean {
    return this.#state.startGame ?? false;
  }

  /** Whether whoever comes wants any seat that is free. */
  get takeSeat(): boolean {
    return this.#state.takeSeat ?? false;
  }

  /** For `onclick` of a link: follow it here, unless it should open elsewhere. */
  follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.go((event.currentTarget as HTMLAnchorElement).pathname);
  };
}

export const router = new Router();

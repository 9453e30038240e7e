/** The requests that wait, for a bounded time, until a month is restored. */
export interface RestoreQueue<Request> {
  isOpen(): boolean;
  /** Opens the queue, for `waitMs` at most. */
  open(): void;
  /** Adds a request. Once the time is over, `onGivenUp` receives it at once. */
  add(request: Request): void;
  /** Gives the waiting requests, and those until the end, to `onGivenUp`, because waiting has become useless. */
  giveUp(): void;
  /** Closes the queue and returns the waiting requests. */
  close(): readonly Request[];
}

export function createRestoreQueue<Request>(options: {
  waitMs: number;
  onGivenUp: (request: Request) => void;
}): RestoreQueue<Request> {
  const { waitMs, onGivenUp } = options;
  let state: 'closed' | 'open' | 'given up' = 'closed';
  let waiting: Request[] = [];
  let deadline: NodeJS.Timeout | undefined;

  function removeAll(): Request[] {
    const requests = waiting;
    waiting = [];
    return requests;
  }

  function giveUp(): void {
    if (state !== 'open') return;
    state = 'given up';
    removeAll().forEach(onGivenUp);
  }

  return {
    isOpen: () => state !== 'closed',
    open() {
      state = 'open';
      deadline = setTimeout(giveUp, waitMs).unref();
    },
    add(request) {
      if (state === 'given up') onGivenUp(request);
      else waiting.push(request);
    },
    giveUp,
    close() {
      clearTimeout(deadline);
      state = 'closed';
      return removeAll();
    },
  };
}

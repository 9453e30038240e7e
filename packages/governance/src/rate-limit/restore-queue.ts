/** Requests that wait, for a bounded time, until something is restored. */
export interface RequestBatch<Request> {
  isHolding(): boolean;
  /** Requests are held from now on, for at most `waitMs`. */
  begin(): void;
  /** Once the time is over, `onGivenUp` gets the request at once. */
  add(request: Request): void;
  /** No use in waiting longer: what is held, and what comes until the end, goes to `onGivenUp`. */
  giveUp(): void;
  /** Ends the holding and gives back what is held. */
  end(): readonly Request[];
}

export function createRequestBatch<Request>(options: {
  waitMs: number;
  onGivenUp: (request: Request) => void;
}): RequestBatch<Request> {
  const { waitMs, onGivenUp } = options;
  let state: 'open' | 'holding' | 'given up' = 'open';
  let held: Request[] = [];
  let deadline: NodeJS.Timeout | undefined;

  function takeAll(): Request[] {
    const requests = held;
    held = [];
    return requests;
  }

  function giveUp(): void {
    if (state !== 'holding') return;
    state = 'given up';
    takeAll().forEach(onGivenUp);
  }

  return {
    isHolding: () => state !== 'open',
    begin() {
      state = 'holding';
      deadline = setTimeout(giveUp, waitMs).unref();
    },
    add(request) {
      if (state === 'given up') onGivenUp(request);
      else held.push(request);
    },
    giveUp,
    end() {
      clearTimeout(deadline);
      state = 'open';
      return takeAll();
    },
  };
}

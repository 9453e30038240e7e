/** Permits one attempt to be sent. */
export interface SendPermit {
  /** Notes that the receiver has answered or timed out: only the record still takes time. Call it then. */
  onAnswer(): void;
  /** Gives the permit back. Call it when the attempt is recorded, or will never be. */
  release(): void;
}

export interface SendLimiter {
  /** Resolves when one more attempt may be sent. Organisations take turns; each is served first come, first served. */
  acquire(organisationId: string): Promise<SendPermit>;
  /** Returns how many wait for a permit. */
  waiting(): number;
}

/**
 * Returns how many attempts may be sent and not yet recorded. When the process is killed, these are sent again. The limit is one in two
 * hundred of those that the process has recorded, at least ten, and at most 24, which keep a process busy.
 */
export function maxUnrecorded(recorded: number): number {
  return Math.min(Math.max(Math.floor(recorded / 200), 10), 24);
}

/**
 * The time after which a slow receiver no longer counts against the limit, as a multiple of the time that a record
 * takes.
 */
const slowAfter = { records: 4, minMs: 10, maxMs: 1_000, firstMs: 250 };

/**
 * Limits what is sent and not yet recorded, however slow the machine or PostgreSQL is. A receiver that takes longer to
 * answer than four records take is not counted until it has answered, so that it does not delay the others. This time is
 * measured in records because what slows records down slows requests and answers down as well: on an overloaded machine
 * every receiver is slow. Even if no receiver answers, about a hundred attempts a second begin.
 * @param onPermits called whenever fewer may be waiting than before
 */
export function createSendLimiter(onPermits: () => void): SendLimiter {
  const queues = new Map<string, ((permit: SendPermit) => void)[]>();
  let waiting = 0;
  let unrecorded = 0;
  let recorded = 0;
  /** Moving average of the time that a record takes. */
  let recordMs: number | undefined;

  function grantPermits(): void {
    while (unrecorded < maxUnrecorded(recorded) && waiting > 0) takeNext()(createPermit());
    onPermits();
  }

  function takeNext(): (permit: SendPermit) => void {
    const [organisationId, queue] = queues.entries().next().value!;
    const next = queue.shift()!;
    waiting -= 1;
    queues.delete(organisationId);
    if (queue.length > 0) queues.set(organisationId, queue);
    return next;
  }

  function createPermit(): SendPermit {
    let isCounted = false;
    let answeredAt: number | undefined;
    const setCounted = (counts: boolean) => {
      if (counts !== isCounted) unrecorded += counts ? 1 : -1;
      isCounted = counts;
      if (!counts) grantPermits();
    };
    setCounted(true);
    const timer = setTimeout(() => setCounted(false), slowAfterMs());
    return {
      onAnswer() {
        clearTimeout(timer);
        answeredAt = performance.now();
        setCounted(true);
      },
      release() {
        clearTimeout(timer);
        if (answeredAt !== undefined) addRecordTime(performance.now() - answeredAt);
        setCounted(false);
      },
    };
  }

  function addRecordTime(ms: number): void {
    recorded += 1;
    recordMs = recordMs === undefined ? ms : recordMs + (ms - recordMs) / 8;
  }

  /** Returns the time. Before the first record it is unknown, and a process that has just started is slow itself. */
  function slowAfterMs(): number {
    const { records, minMs, maxMs, firstMs } = slowAfter;
    return recordMs === undefined ? firstMs : Math.min(Math.max(records * recordMs, minMs), maxMs);
  }

  return {
    acquire(organisationId) {
      const queue = queues.get(organisationId) ?? [];
      queues.set(organisationId, queue);
      waiting += 1;
      const permit = new Promise<SendPermit>((resolve) => void queue.push(resolve));
      grantPermits();
      return permit;
    },
    waiting: () => waiting,
  };
}

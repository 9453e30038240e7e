/** An attempt that may be sent now, until it is recorded. */
export interface Passage {
  /** The receiver has answered, or is not waited for any longer: what still takes time is the record. */
  noteAnswer(): void;
  /** It is recorded, or never will be. */
  end(): void;
}

export interface SendLimiter {
  /** Resolves when one more may be sent: organisations take turns, and each in the order of asking. */
  enter(organisationId: string): Promise<Passage>;
  waiting(): number;
}

/**
 * How many attempts may be sent and not yet recorded, which is what a process that is killed leaves to be sent again: one in
 * two hundred of those that it has recorded, but ten to begin with, and 24 at most, which keep a process busy.
 */
export function maxUnrecorded(recorded: number): number {
  return Math.min(Math.max(Math.floor(recorded / 200), 10), 24);
}

const patience = { inRecords: 4, minMs: 10, maxMs: 1_000, firstMs: 250 };

/**
 * Bounds what is sent and not yet recorded, however slow the machine or PostgreSQL is. A receiver that takes longer to answer
 * than four records take is not counted until it has answered, and so holds up nobody. Patience is measured in
 * records because what slows these down slows requests and answers down as well: on a machine that is overrun every
 * receiver is slow. If none of them answers, some hundred attempts a second may begin all the same.
 * @param onRoom called whenever fewer may be waiting than before
 */
export function createSendLimiter(onRoom: () => void): SendLimiter {
  const queues = new Map<string, ((passage: Passage) => void)[]>();
  let waiting = 0;
  let unrecorded = 0;
  let recorded = 0;
  /** How long a record takes, of late. */
  let recordMs: number | undefined;

  function letIn(): void {
    while (unrecorded < maxUnrecorded(recorded) && waiting > 0) takeNext()(begin());
    onRoom();
  }

  function takeNext(): (passage: Passage) => void {
    const [organisationId, queue] = queues.entries().next().value!;
    const next = queue.shift()!;
    waiting -= 1;
    queues.delete(organisationId);
    if (queue.length > 0) queues.set(organisationId, queue);
    return next;
  }

  function begin(): Passage {
    let isCounted = false;
    let answeredAt: number | undefined;
    const count = (counts: boolean) => {
      if (counts !== isCounted) unrecorded += counts ? 1 : -1;
      isCounted = counts;
      if (!counts) letIn();
    };
    count(true);
    const timer = setTimeout(() => count(false), patienceMs());
    return {
      noteAnswer() {
        clearTimeout(timer);
        answeredAt = performance.now();
        count(true);
      },
      end() {
        clearTimeout(timer);
        if (answeredAt !== undefined) noteRecord(performance.now() - answeredAt);
        count(false);
      },
    };
  }

  function noteRecord(ms: number): void {
    recorded += 1;
    recordMs = recordMs === undefined ? ms : recordMs + (ms - recordMs) / 8;
  }

  /** Before the first record nothing is known, and a process that has just started is slow itself. */
  function patienceMs(): number {
    const { inRecords, minMs, maxMs, firstMs } = patience;
    return recordMs === undefined ? firstMs : Math.min(Math.max(inRecords * recordMs, minMs), maxMs);
  }

  return {
    enter(organisationId) {
      const queue = queues.get(organisationId) ?? [];
      queues.set(organisationId, queue);
      waiting += 1;
      const entered = new Promise<Passage>((resolve) => void queue.push(resolve));
      letIn();
      return entered;
    },
    waiting: () => waiting,
  };
}

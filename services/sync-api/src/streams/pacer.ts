import type { Clock } from '@bunting/async';
import type { Topic } from './topic.ts';
import type { Connection } from './connection.ts';
import { shuffle } from './shuffle.ts';

/** Notifies the streams of topics of their changes, at most so many a second. */
export interface Pacer {
  /** Notifies all streams that are behind. A topic that is being notified already includes later changes, too. */
  notify(topic: Topic<Connection>): void;
}

const tickMs = 10;
/** Topics of one kind take turns. */
const perTurn = 50;

/**
 * Creates a pacer. Secret keys come first, whose streams are few and serve many; client keys follow in random order, so that the
 * first ones are not always the same. The requests of clients that follow are spread over time.
 */
export function createPacer(options: {
  perSecond: number;
  clock: Clock;
  /** Writes the event. */
  send: (connection: Connection) => void;
}): Pacer {
  const { perSecond, clock, send } = options;
  /** Each topic that is being notified, with those who are left of this pass. */
  const passes = {
    secret: new Map<Topic<Connection>, Connection[]>(),
    client: new Map<Topic<Connection>, Connection[]>(),
  };
  /** Streams that may be notified now; a tenth of a second's worth at most. */
  let allowance = Math.max(1, perSecond / 10);
  let filledAt = clock.now();
  let isTicking = false;

  function refill(): void {
    const now = clock.now();
    const earned = ((now - filledAt) * perSecond) / 1000;
    allowance = Math.min(Math.max(1, perSecond / 10), allowance + earned);
    filledAt = now;
  }

  /** Notifies some of the topic; false = everybody was notified. */
  function takeTurn(topic: Topic<Connection>, left: Connection[]): boolean {
    for (let turn = 0; turn < perTurn && allowance >= 1 && left.length > 0;) {
      const connection = left.pop()!;
      if (!topic.connections.has(connection) || !topic.isBehind(connection)) continue;
      send(connection);
      allowance -= 1;
      turn += 1;
    }
    if (left.length > 0) return true;
    left.push(...behindIn(topic));
    if (left.length === 0) topic.forget();
    return left.length > 0;
  }

  function tick(): void {
    isTicking = false;
    refill();
    for (const pass of [passes.secret, passes.client]) {
      while (pass.size > 0 && allowance >= 1) {
        const [topic, left] = pass.entries().next().value!;
        pass.delete(topic);
        if (takeTurn(topic, left)) pass.set(topic, left);
      }
    }
    schedule();
  }

  function schedule(): void {
    if (isTicking || passes.secret.size + passes.client.size === 0) return;
    isTicking = true;
    clock.setTimeout(tick, tickMs);
  }

  return {
    notify(topic) {
      topic.release();
      const pass = topic.isSecret ? passes.secret : passes.client;
      if (!pass.has(topic)) pass.set(topic, behindIn(topic));
      if (!isTicking) tick();
    },
  };
}

function behindIn(topic: Topic<Connection>): Connection[] {
  const behind: Connection[] = [];
  for (const connection of topic.connections) if (topic.isBehind(connection)) behind.push(connection);
  return shuffle(behind);
}

import type { Clock } from '@bunting/async';
import type { Audience } from './audience.ts';
import type { Connection } from './connection.ts';
import { shuffle } from './shuffle.ts';

/** Tells audiences of their changes, at most so many streams a second. */
export interface Pacer {
  /** Has everybody notified who is behind. An audience that is being notified already is notified of what was released meanwhile, too. */
  tell(audience: Audience<Connection>): void;
}

const tickMs = 10;
/** Audiences of one kind take turns. */
const perTurn = 50;

/**
 * Secret keys come first, whose streams are few and serve many; client keys follow in random order, so that those who asked first do
 * not always come first. What clients ask for afterwards comes as a slope, not as a wall.
 */
export function createPacer(options: {
  perSecond: number;
  clock: Clock;
  /** Writes the event. */
  send: (connection: Connection) => void;
}): Pacer {
  const { perSecond, clock, send } = options;
  /** Each audience that is being notified, with those who are left of this pass. */
  const passes = {
    secret: new Map<Audience<Connection>, Connection[]>(),
    client: new Map<Audience<Connection>, Connection[]>(),
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

  /** Tells some of the audience; false = everybody was notified. */
  function takeTurn(audience: Audience<Connection>, left: Connection[]): boolean {
    for (let turn = 0; turn < perTurn && allowance >= 1 && left.length > 0;) {
      const connection = left.pop()!;
      if (!audience.connections.has(connection) || !audience.isBehind(connection)) continue;
      send(connection);
      allowance -= 1;
      turn += 1;
    }
    if (left.length > 0) return true;
    left.push(...behindIn(audience));
    if (left.length === 0) audience.forget();
    return left.length > 0;
  }

  function tick(): void {
    isTicking = false;
    refill();
    for (const pass of [passes.secret, passes.client]) {
      while (pass.size > 0 && allowance >= 1) {
        const [audience, left] = pass.entries().next().value!;
        pass.delete(audience);
        if (takeTurn(audience, left)) pass.set(audience, left);
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
    tell(audience) {
      audience.release();
      const pass = audience.isSecret ? passes.secret : passes.client;
      if (!pass.has(audience)) pass.set(audience, behindIn(audience));
      if (!isTicking) tick();
    },
  };
}

function behindIn(audience: Audience<Connection>): Connection[] {
  const behind: Connection[] = [];
  for (const connection of audience.connections) if (audience.isBehind(connection)) behind.push(connection);
  return shuffle(behind);
}

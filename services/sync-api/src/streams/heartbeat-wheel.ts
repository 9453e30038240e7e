import type { Clock } from '@bunting/async';

/** Calls every member once in a turn of the wheel, spread evenly over it: one timer for all, however many they are. */
export interface HeartbeatWheel<Member> {
  add(member: Member): void;
  delete(member: Member): void;
  stop(): void;
}

const slotCount = 250;

export function createHeartbeatWheel<Member>(options: {
  turnMs: number;
  clock: Clock;
  beat: (member: Member) => void;
}): HeartbeatWheel<Member> {
  const { turnMs, clock, beat } = options;
  const slots = Array.from({ length: slotCount }, () => new Set<Member>());
  const slotOf = new Map<Member, Set<Member>>();
  const slotMs = turnMs / slotCount;
  let last = Math.floor(clock.now() / slotMs);
  let cancel: (() => void) | undefined;
  let next = 0;

  function run(): void {
    const now = Math.floor(clock.now() / slotMs);
    // A process that was blocked for longer than a turn beats everybody once.
    for (let slot = Math.max(last, now - slotCount) + 1; slot <= now; slot++) {
      for (const member of slots[slot % slotCount]!) beat(member);
    }
    last = now;
    cancel = slotOf.size > 0 ? clock.setTimeout(run, slotMs) : undefined;
  }

  return {
    add(member) {
      // A stride that shares no divisor with the number of slots visits each of them in turn, far from the one before.
      next = (next + 97) % slotCount;
      const slot = slots[next]!;
      slot.add(member);
      slotOf.set(member, slot);
      if (cancel !== undefined) return;
      last = Math.floor(clock.now() / slotMs);
      cancel = clock.setTimeout(run, slotMs);
    },
    delete(member) {
      slotOf.get(member)?.delete(member);
      slotOf.delete(member);
    },
    stop() {
      cancel?.();
    },
  };
}

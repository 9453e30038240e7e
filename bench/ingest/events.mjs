import { randomUUID } from 'node:crypto';

/** Returns events as a client sends them: a purchase by one of `people` users who saw one of ten variables. */
export function createEvents(count, { withIds = true, people = 50_000 } = {}) {
  return Array.from({ length: count }, (_, n) => ({
    event: n % 3 === 0 ? 'purchase' : 'page_viewed',
    variable: `flag-${n % 10}`,
    variation: n % 2 === 0 ? 'control' : 'treatment',
    user: { id: `user-${100_000 + Math.floor(Math.random() * people)}`, country: 'CA' },
    value: Math.round(Math.random() * 10_000) / 100,
    occurred_at: new Date().toISOString(),
    ...(withIds && { event_id: randomUUID() }),
  }));
}

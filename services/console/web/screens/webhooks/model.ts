/** What is said of webhook endpoints and deliveries. */
interface EndpointState {
  readonly enabled: boolean;
  readonly failing_since: string | null;
  readonly held_since: string | null;
  readonly last_delivery: { readonly attempted_at: string } | null;
}

type StateKind = 'off' | 'held' | 'failing' | 'new' | 'working';

/** How an endpoint does: what keeps everything from it comes first. */
export function stateOf({ enabled, failing_since, held_since, last_delivery }: EndpointState): {
  readonly kind: StateKind;
  readonly text: string;
  readonly since: string | undefined;
} {
  if (!enabled) return { kind: 'off', text: 'disabled', since: undefined };
  if (held_since !== null) return { kind: 'held', text: 'on hold since', since: held_since };
  if (failing_since !== null) return { kind: 'failing', text: 'failing since', since: failing_since };
  if (last_delivery === null) return { kind: 'new', text: 'nothing sent yet', since: undefined };
  return { kind: 'working', text: 'enabled', since: undefined };
}

/** An address as a sentence names it: it may have 2,000 characters. */
export const addressInShort = (url: string): string => (url.length <= 60 ? url : `${url.slice(0, 59)}…`);

/** "1 failed attempt", "3 failed attempts". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

export interface Hour {
  readonly begins_at: string;
  readonly delivered: number;
  readonly failed: number;
  readonly p95_ms: number | null;
}

/** The hours as a sentence, for whoever does not see the bars. */
export function describeActivity(hours: readonly Hour[], pending: number): string {
  const sum = (of: (hour: Hour) => number) => hours.reduce((all, hour) => all + of(hour), 0);
  const [delivered, failed] = [sum((hour) => hour.delivered), sum((hour) => hour.failed)];
  const slowest = Math.max(0, ...hours.map((hour) => hour.p95_ms ?? 0));
  const waits = pending === 0 ? '' : `, ${pending > 20_000 ? 'more than 20,000' : pending} waiting`;
  if (delivered + failed === 0) return `no attempts in 24 hours${waits}`;
  return `${counted(delivered, 'delivered', 'delivered')}, ${counted(failed, 'failed attempt')} in 24 hours${waits}; 95 of 100 took at most ${slowest} ms`;
}

/** A bar of the sparkline: heights of what arrived and of what did not, together at most `height`. At least one unit, so that one attempt shows. */
export function barsOf(hours: readonly Hour[], height: number) {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  return hours.map(({ begins_at, delivered, failed }) => {
    const lost = tall(failed);
    return { begins_at, lost, arrived: Math.min(tall(delivered), height - lost) };
  });
}

/** Formatted, where it is JSON: bodies and answers are read more often than compared byte by byte. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

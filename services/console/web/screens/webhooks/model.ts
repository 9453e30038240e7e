/** States and texts of webhook endpoints and deliveries. */
import { formatCount, formatNumber } from '../../design/count.ts';

interface EndpointState {
  readonly enabled: boolean;
  readonly failing_since: string | null;
  readonly held_since: string | null;
  readonly last_delivery: { readonly attempted_at: string } | null;
}

type StateKind = 'off' | 'held' | 'failing' | 'new' | 'working';

/** Returns the state of an endpoint, the most severe first. */
export function getState({ enabled, failing_since, held_since, last_delivery }: EndpointState): {
  readonly kind: StateKind;
  readonly text: string;
  readonly since: string | undefined;
} {
  if (!enabled) return { kind: 'off', text: 'Disabled', since: undefined };
  if (held_since !== null) return { kind: 'held', text: 'On hold since', since: held_since };
  if (failing_since !== null) return { kind: 'failing', text: 'Failing since', since: failing_since };
  if (last_delivery === null) return { kind: 'new', text: 'No deliveries yet', since: undefined };
  return { kind: 'working', text: 'Enabled', since: undefined };
}

/** Names of the formats of request bodies, and where the URL of an endpoint comes from. */
export const formats = {
  bunting: {
    name: 'Bunting JSON',
    hint: 'Must start with https:// and be public. Port 443, or 1024 and above.',
  },
  slack: {
    name: 'Slack message',
    hint: 'In your Slack app: Incoming Webhooks → Add New Webhook. Starts with https://hooks.slack.com/.',
  },
  teams: {
    name: 'Microsoft Teams message',
    hint: 'In Teams, at the channel: ⋯ → Workflows → Send webhook alerts to a channel. Copy the URL at the end.',
  },
} as const;

/** Shortens a URL for a sentence, because it may have 2,000 characters. */
export const addressInShort = (url: string): string => (url.length <= 60 ? url : `${url.slice(0, 59)}…`);

export interface Hour {
  readonly begins_at: string;
  readonly delivered: number;
  readonly failed: number;
  readonly p95_ms: number | null;
}

/** Describes the sparkline in a sentence, for screen readers. */
export function describeActivity(hours: readonly Hour[], pending: number): string {
  const sum = (of: (hour: Hour) => number) => hours.reduce((all, hour) => all + of(hour), 0);
  const [delivered, failed] = [sum((hour) => hour.delivered), sum((hour) => hour.failed)];
  const slowest = Math.max(0, ...hours.map((hour) => hour.p95_ms ?? 0));
  const waits = pending === 0 ? '' : `, ${pending > 20_000 ? 'more than 20,000' : pending} pending`;
  if (delivered + failed === 0) return `Last 24 hours: no attempts${waits}`;
  return `Last 24 hours: ${formatCount(delivered, 'delivered', 'delivered')}, ${formatNumber(failed)} failed${waits} · p95 ${slowest} ms`;
}

/** Returns the heights of a bar's delivered and failed parts, together at most `height`, and at least one unit each. */
export function toBars(hours: readonly Hour[], height: number) {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  return hours.map(({ begins_at, delivered, failed }) => {
    const lost = tall(failed);
    return { begins_at, lost, arrived: Math.min(tall(delivered), height - lost) };
  });
}

/** Formats JSON for reading; other text stays as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export const deliveryStatusNames = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' } as const;

import { setTimeout as sleep } from 'node:timers/promises';
import { createShopper, shopperCount, type Shopper } from './shoppers.ts';

export interface DemoTrafficOptions {
  /** The address of the installation, which this machine can connect to. */
  readonly address: string;
  readonly environmentKey: string;
  /** An organisation token with the scope `settings`; undefined = no feature is changed. */
  readonly token: string | undefined;
  /** Receives one line if the traffic ends before `stop`. */
  readonly report: (message: string) => void;
}

/** Between two visits: less at first, so that there is something to see within a minute. */
const pausesMs = { first: 1_000, later: 5_000 };
const firstVisits = 20;
/** Visits before the change, so that the console can be open by then. */
const visitsBeforeChange = 10;
const requestTimeoutMs = 10_000;

/** The variables of local/demo.yaml; the feature of the last is archived, as if an old page still asked for it. */
const variables = [
  'checkout-enabled',
  'checkout-layout',
  'banner-text',
  'search-engine',
  'holiday-discount',
  'recommendations-count',
  'guestbook-enabled',
];

interface Result {
  readonly value: unknown;
  readonly variation: string | null;
  readonly evaluation_trace?: string;
}

/**
 * Sends what made-up users of the demo's shop would cause: a batch of evaluations every few seconds, events of some of them, and
 * one change of a feature, which is delivered as a webhook. Ends by itself when its key is no longer valid.
 */
export function startDemoTraffic(options: DemoTrafficOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run(options, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) options.report(`The demo's traffic ended: ${String(error)}`);
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(options: DemoTrafficOptions, signal: AbortSignal): Promise<void> {
  for (let visits = 1; ; visits += 1) {
    if (!(await visit(options, signal))) return;
    if (visits === visitsBeforeChange) await changeBanner(options, signal);
    await sleep(visits < firstVisits ? pausesMs.first : pausesMs.later, undefined, { signal });
  }
}

/** Sends the requests of one user. Returns false if the key was revoked or deleted. */
async function visit({ address, environmentKey }: DemoTrafficOptions, signal: AbortSignal): Promise<boolean> {
  const user = createShopper(Math.floor(Math.random() * shopperCount));
  const post = (path: string, body: object) =>
    send(`${address}${path}`, 'POST', { 'X-API-Key': environmentKey }, body, signal);
  const response = await post('/v1/variables', { user, keys: variables });
  if (response?.status === 401) return false;
  if (response?.status !== 200) return true; // a service restarts, or a limit is reached
  const { results } = JSON.parse(response.text) as { results: Record<string, Result> };
  const events = createEvents(user, results['checkout-layout']);
  if (events.length > 0) await post('/v1/events', { events });
  return true;
}

/** Returns the events of a user who begins to check out, and perhaps orders: more often on one page. */
function createEvents(user: Shopper, layout: Result | undefined): object[] {
  if (layout?.variation == null) return [];
  const { variation } = layout;
  const shared = { variable: 'checkout-layout', variation, user };
  const begins = { event: 'checkout-began', ...shared, evaluation_trace: layout.evaluation_trace };
  const chance = layout.value === 'one-page' ? 0.5 : 0.3;
  if (Math.random() >= chance) return [begins];
  return [begins, { event: 'order-placed', ...shared, value: 20 + Math.floor(Math.random() * 80) }];
}

const banner = '/settings/v1/organisations/acme/projects/shop/features/banner/environments/staging';

/** Serves the other text of the banner in staging: a change in the audit log, and a webhook. */
async function changeBanner({ address, token }: DemoTrafficOptions, signal: AbortSignal): Promise<void> {
  if (token === undefined) return;
  const headers = { Authorization: `Bearer ${token}` };
  const stored = await send(`${address}${banner}`, 'GET', headers, undefined, signal);
  if (stored?.status !== 200) return;
  const { defaults } = JSON.parse(stored.text) as { defaults: Record<string, string | null> };
  const next = defaults['banner-text'] === 'friendly' ? 'free-shipping' : 'friendly';
  const comment = encodeURIComponent('Demo traffic: DEMO_TRAFFIC=off turns it off');
  const body = { 'banner-text': next };
  await send(`${address}${banner}/defaults?comment=${comment}`, 'PUT', headers, body, signal);
}

/** Returns the response; undefined if there is none or it breaks off, because a restart of a service must not end the traffic. */
async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: object | undefined,
  signal: AbortSignal,
): Promise<{ status: number; text: string } | undefined> {
  const asJson = body && {
    body: JSON.stringify(body),
    headers: { ...headers, 'Content-Type': 'application/json' },
  };
  const either = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]);
  try {
    const response = await fetch(url, { method, headers, ...asJson, signal: either });
    return { status: response.status, text: await response.text() };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

import { Agent, request, type RequestOptions } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface LoadRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  onAnswered?(status: number): void;
}

export interface LoadReport {
  /** Requests a second, from the first to the last. */
  readonly rate: number;
  readonly sent: number;
  /** `eval-api 200` → how many. */
  readonly answers: Readonly<Record<string, number>>;
  /** Every answer that is not 2xx, and every request without an answer. */
  readonly failures: readonly string[];
  readonly longestMs: number;
}

const tickMs = 5;
/** The connections that HAProxy accepts in tests (`maxconn`). */
const maxInFlight = 400;

/**
 * Sends requests at a fixed rate over kept connections until the work is done, whether or not earlier ones were answered.
 * Each request is sent once. Requests that are late because this process or the machine stalled are sent as soon as
 * possible; if that is not enough, the rate in the report is lower.
 */
export async function underConstantLoad(
  options: { baseUrl: string; perSecond: number; next: (n: number) => LoadRequest },
  work: () => Promise<unknown>,
): Promise<LoadReport> {
  const { baseUrl, perSecond, next } = options;
  const { hostname: host, port } = new URL(baseUrl);
  // Connections are used in turn, so that none is idle: a server that wants to close one says so in an answer.
  const agent = new Agent({ keepAlive: true, maxSockets: maxInFlight, scheduling: 'fifo' });
  const answers: Record<string, number> = {};
  const failures: string[] = [];
  const inFlight = new Set<Promise<void>>();
  const startedAt = performance.now();
  let [sent, longestMs] = [0, 0];
  let isOver = false;

  async function send(each: LoadRequest): Promise<void> {
    const sentAt = performance.now();
    try {
      const { status, text } = await exchange({ agent, host, port, ...each }, each.body);
      answers[`${each.name} ${status}`] = (answers[`${each.name} ${status}`] ?? 0) + 1;
      if (status < 200 || status > 299) failures.push(`${each.name} ${each.path}: ${status} ${text}`);
      each.onAnswered?.(status);
    } catch (error) {
      failures.push(`${each.name} ${each.path}: ${String(error)}`);
    }
    longestMs = Math.max(longestMs, performance.now() - sentAt);
  }

  async function run(): Promise<number> {
    for (;;) {
      const elapsed = (performance.now() - startedAt) / 1000;
      while (sent < elapsed * perSecond && inFlight.size < maxInFlight) {
        const sending = send(next(sent++)).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
      if (isOver) return sent / elapsed;
      await delay(tickMs);
    }
  }

  const running = run();
  try {
    await work();
  } finally {
    isOver = true;
    await running;
    await Promise.all(inFlight);
    agent.destroy();
  }
  return { rate: await running, sent, answers, failures, longestMs };
}

function exchange(
  options: RequestOptions,
  body: string | undefined,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode!, text }));
      response.on('error', reject);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

import { Agent, request, type RequestOptions } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface LoadRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  onAnswered?(status: number): void;
}

export interface LoadReport {
  readonly seconds: number;
  readonly sent: number;
  /** `eval-api 200` → how many. */
  readonly answers: Readonly<Record<string, number>>;
  /** Every answer that is no 2xx, and every request without one. */
  readonly failures: readonly string[];
}

const sliceMs = 10;
/** Beyond them a machine is too busy for the rate, and more would only make it busier. */
const mostPending = 16;

/**
 * Sends requests at a fixed rate, whether or not those before were answered, over connections that are kept, until it is
 * told to end. What a machine is too busy for is not sent later.
 */
export function startConstantLoad(options: {
  port: number;
  perSecond: number;
  next: (n: number) => LoadRequest;
}): { end(): Promise<LoadReport> } {
  const { port, perSecond, next } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: mostPending });
  const answers: Record<string, number> = {};
  const failures: string[] = [];
  const pending = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  let isOver = false;

  async function send(each: LoadRequest): Promise<void> {
    try {
      const { status, text } = await exchange({ agent, port, host: '127.0.0.1', ...each }, each.body);
      answers[`${each.name} ${status}`] = (answers[`${each.name} ${status}`] ?? 0) + 1;
      if (status < 200 || status > 299) failures.push(`${each.name} ${each.path}: ${status} ${text}`);
      each.onAnswered?.(status);
    } catch (error) {
      failures.push(`${each.name} ${each.path}: ${String(error)}`);
    }
  }

  async function run(): Promise<void> {
    let slicedAt = startedAt;
    while (!isOver) {
      const now = performance.now();
      const due = Math.round((Math.min(now - slicedAt, 100) / 1000) * perSecond);
      slicedAt = now;
      for (let count = 0; count < due && pending.size < mostPending; count++) {
        const sending = send(next(sent++)).finally(() => pending.delete(sending));
        pending.add(sending);
      }
      await delay(sliceMs);
    }
  }

  const running = run();
  return {
    async end() {
      isOver = true;
      await running;
      const seconds = (performance.now() - startedAt) / 1000;
      await Promise.all(pending);
      agent.destroy();
      return { seconds, sent, answers, failures };
    },
  };
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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface Received {
  readonly id: string;
  readonly headers: IncomingMessage['headers'];
  readonly path: string;
  readonly body: string;
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How often each delivery arrived. */
  times(): Map<string, number>;
  /** Deliveries that came more than once, and how often they came again. */
  repeats(): number;
  /** The most that were being answered at a time. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

type Respond = (res: ServerResponse, received: Received) => void | Promise<void>;

/** A real server that keeps account of what it got; it answers 200 unless told otherwise. */
export async function startReceiver(respond: Respond = (res) => void res.end('ok')): Promise<Receiver> {
  const received: Received[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    res.once('close', () => (atOnce -= 1));
    const body = await text(req);
    const id = String(req.headers['x-service-delivery']);
    const entry = { id, headers: req.headers, path: req.url!, body, at: Date.now() };
    received.push(entry);
    await respond(res, entry);
  };
  const server = createServer((req, res) => void answer(req, res).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const times = () => {
    const counts = new Map<string, number>();
    for (const { id } of received) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    times,
    repeats: () => received.length - times().size,
    mostAtOnce: () => mostAtOnce,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export async function until(isSo: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(25)) {
    if (await isSo()) return;
  }
  throw new Error(`It was not so within ${timeoutMs} ms: ${String(isSo)}`);
}

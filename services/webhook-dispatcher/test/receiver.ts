import type { ServerResponse } from 'node:http';
import { startTestReceiver, type Received as Request, type TestReceiver } from '@bunting/testing';

export interface Received extends Request {
  /** The id of the delivery. */
  readonly id: string;
}

export interface Receiver extends TestReceiver {
  readonly received: Received[];
  /** Returns how often each delivery arrived. */
  times(): Map<string, number>;
  /** Deliveries that arrived more than once, and how often they were repeated. */
  repeats(): number;
  /** Returns the highest number of concurrent requests. */
  maxAtOnce(): number;
}

/** Returns the receiver's address under its own host, because connections to one host are counted together. */
export function urlAt(host: string, { port }: Pick<Receiver, 'port'>): string {
  return `http://${host}.localhost:${port}/hook`;
}

type Respond = (res: ServerResponse, received: Received) => unknown;

/** Starts a receiver that counts deliveries. */
export async function startReceiver(respond: Respond = (res) => res.end('ok')): Promise<Receiver> {
  const received: Received[] = [];
  let atOnce = 0;
  let maxAtOnce = 0;
  const receiver = await startTestReceiver((res, request) => {
    atOnce += 1;
    maxAtOnce = Math.max(maxAtOnce, atOnce);
    res.once('close', () => (atOnce -= 1));
    const delivery = { ...request, id: String(request.headers['x-service-delivery']) };
    received.push(delivery);
    return respond(res, delivery);
  });
  const times = () => {
    const counts = new Map<string, number>();
    for (const { id } of received) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };
  return {
    ...receiver,
    received,
    times,
    repeats: () => received.length - times().size,
    maxAtOnce: () => maxAtOnce,
  };
}

import type { Redis } from 'ioredis';
import { dueChannel } from './queues.ts';

/** A delivery that may be sent now. */
export interface DueDelivery {
  readonly id: string;
  readonly endpointId: string;
}

const mostPerMessage = 1_000;

/**
 * Tells the dispatchers which deliveries are due, after the commit that wrote them or made them due again. Nothing
 * depends on it but speed: what a lost message named is found by the sweep.
 */
export async function announceDeliveries(redis: Redis, deliveries: readonly DueDelivery[]): Promise<void> {
  const messages = [];
  for (let start = 0; start < deliveries.length; start += mostPerMessage) {
    messages.push(toMessage(deliveries.slice(start, start + mostPerMessage)));
  }
  await Promise.all(messages.map((message) => redis.publish(dueChannel, message)));
}

/** The deliveries that a message on `dueChannel` names; none when it is not one of ours. */
export function parseDueMessage(message: string): DueDelivery[] {
  let pairs: unknown;
  try {
    pairs = JSON.parse(message);
  } catch {
    return [];
  }
  if (!Array.isArray(pairs)) return [];
  return pairs.flatMap((pair: unknown) => {
    const [id, endpointId] = Array.isArray(pair) ? (pair as unknown[]) : [];
    return typeof id === 'string' && typeof endpointId === 'string' ? [{ id, endpointId }] : [];
  });
}

function toMessage(deliveries: readonly DueDelivery[]): string {
  return JSON.stringify(deliveries.map(({ id, endpointId }) => [id, endpointId]));
}

import { withTimeout } from '@bunting/async';
import type { Cluster, Redis } from 'ioredis';
import { dueChannel } from './queues.ts';

/** A delivery that may be sent now. */
export interface DueDelivery {
  readonly id: string;
  readonly endpointId: string;
}

interface AnnounceOptions {
  readonly redis: Redis | Cluster;
  /** Hears why nobody could be told. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const maxPerMessage = 1_000;
const timeoutMs = 1_000;

/**
 * Tells the dispatchers which deliveries are due, after the commit that wrote them or made them due again. Never rejects
 * and takes a second at most: nothing depends on it but speed, since the sweep finds what a lost message named.
 */
export async function announceDeliveries(
  { redis, onError = () => {} }: AnnounceOptions,
  deliveries: readonly DueDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const messages = [];
  for (let start = 0; start < deliveries.length; start += maxPerMessage) {
    messages.push(toMessage(deliveries.slice(start, start + maxPerMessage)));
  }
  const published = Promise.all(messages.map((message) => redis.publish(dueChannel, message)));
  try {
    await withTimeout(published, timeoutMs, 'Redis');
  } catch (error) {
    onError(error);
  }
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

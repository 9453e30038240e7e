import type { Cluster, Redis } from 'ioredis';
import { withTimeout } from '@bunting/async';
import { dueChannel } from './queues.ts';

/** A delivery that can be sent now. */
export interface DueDelivery {
  readonly id: string;
  readonly endpointId: string;
}

interface AnnounceOptions {
  readonly redis: Redis | Cluster;
  /** Receives the failure to publish. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const maxPerMessage = 1_000;
const timeoutMs = 1_000;

/**
 * Publishes the deliveries that are due to the dispatchers, after the commit that wrote them or made them due again. Never rejects
 * and takes a second at most: it only saves time, because the dispatchers' sweep finds the deliveries of a lost message.
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

/** Parses the deliveries that a message on `dueChannel` names; an empty list for a message of another format. */
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

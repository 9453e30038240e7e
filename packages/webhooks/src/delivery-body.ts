import { createHmac } from 'node:crypto';

/** The members of a request body (contract §6.2). */
export interface Envelope {
  /** The delivery's id: the same in every attempt, so that receivers can discard repeats. */
  readonly id: string;
  readonly type: string;
  readonly created: Date;
  /** Slug. */
  readonly organisation: string;
  readonly data: object;
  /** It tells of nothing that happened: somebody asked for an example of its type. */
  readonly isSample?: boolean;
}

/**
 * Returns the request body as text. It is stored with the delivery, and every attempt sends exactly these bytes (as UTF-8),
 * even if the feature or the organisation has been renamed since.
 */
export function deliveryBody({ id, type, created, organisation, data, isSample }: Envelope): string {
  const test = isSample === true ? { test: true } : {};
  return JSON.stringify({ id, type, created: withOffset(created), organisation, data, ...test });
}

// Decisions §5: a numeric offset, not `Z`.
function withOffset(time: Date): string {
  return time.toISOString().replace('Z', '+00:00');
}

/**
 * Returns the value of X-Service-Signature (contract §6.3): HMAC-SHA256, keyed with the secret as it is shown
 * (`whsec_…` included), of the timestamp, a dot and the body.
 * @param timestamp the value of X-Service-Timestamp: Unix time in seconds, as digits
 */
export function toSignature(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

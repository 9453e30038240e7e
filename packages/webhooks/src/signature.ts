import { createHmac } from 'node:crypto';

/**
 * The value of X-Service-Signature (contract §6.3): HMAC-SHA256, keyed with the secret as it is shown (`whsec_…`
 * included), of the timestamp, a dot and the body.
 * @param timestamp the value of X-Service-Timestamp: Unix time in seconds, as digits
 */
export function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError, type HttpError, readBody } from '@bunting/service';

/** The path of the one address at which the demo receives its own webhooks. */
export const receiverPath = '/demo/webhooks';

/** The published secret of the demo's endpoint. */
export const receiverSecret = 'whsec_demo_0123456789abcdef0123456789abcdef';

const maxBodyBytes = 262_144;
const maxAgeSeconds = 300;

/** Answers 204 to genuine webhooks and 401 to everything else, and does nothing with them. */
export function receiveWebhook(request: IncomingMessage, response: ServerResponse): void {
  readBody(request, maxBodyBytes).then(
    (body) => response.writeHead(isGenuine(request, body) ? 204 : 401).end(),
    (error: HttpError) => answerError(response, error),
  );
}

function isGenuine({ method, headers }: IncomingMessage, body: Buffer): boolean {
  const timestamp = String(headers['x-service-timestamp']);
  if (method !== 'POST' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > maxAgeSeconds) return false;
  const mac = createHmac('sha256', receiverSecret).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`v1=${mac}`);
  const received = Buffer.from(String(headers['x-service-signature']));
  return received.length === expected.length && timingSafeEqual(received, expected);
}

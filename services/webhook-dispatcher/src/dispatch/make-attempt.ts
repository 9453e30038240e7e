import type { Logger } from '@bunting/observability';
import { openSecret, type SealingKeys } from '@bunting/sealed-secrets';
import type { DueDelivery } from '@bunting/webhooks';
import type { Sender, SendOutcome } from '@bunting/webhooks/sender';
import type { Pool } from 'pg';
import { releaseClaim, type Claim } from './claim-deliveries.ts';
import type { Recorded } from './record-attempts.ts';
import type { Recorder } from './recorder.ts';
import type { SendLimiter } from './send-limiter.ts';

export interface Retry extends DueDelivery {
  /** Number of the attempt to come, 2 for the first retry. */
  readonly attempt: number;
  readonly dueInMs: number;
}

export interface AttemptOptions {
  readonly pool: Pool;
  readonly limiter: SendLimiter;
  readonly sender: Sender;
  readonly recorder: Recorder;
  readonly keys: SealingKeys;
  readonly retryDelaysSeconds: readonly number[];
  readonly log: Logger;
  /** `recorded` is absent when the outcome of another dispatcher counts. */
  readonly onAttempt: (claim: Claim, outcome: SendOutcome, recorded: Recorded | undefined) => void;
  readonly onRetry: (retry: Retry) => void;
}

/** Sends what was claimed when the limiter permits it, and records the outcome. Never rejects. */
export async function makeAttempt(options: AttemptOptions, claim: Claim, sendBefore: number): Promise<void> {
  const permit = await options.limiter.acquire(claim.organisationId);
  try {
    // Its lease would end before the attempt, and another dispatcher would send it, too.
    if (performance.now() > sendBefore) return await releaseClaim(options.pool, claim).catch(() => {});
    const outcome = await send(options, claim);
    permit.onAnswer();
    await record(options, claim, outcome);
  } finally {
    permit.release();
  }
}

async function send(
  { sender, keys, log }: AttemptOptions,
  { id, endpointId, url, type, body, secret: sealed }: Claim,
): Promise<SendOutcome> {
  const secret = openSecret(sealed, keys, `webhook endpoint ${endpointId}`);
  if (secret !== undefined) return sender.sendWebhook({ id, url, type, body, secret });
  log.error({ endpoint: endpointId }, "Decrypting a signing secret failed: its key isn't configured");
  return {
    succeeded: false,
    status: null,
    startedAt: new Date(),
    durationMs: 0,
    responseBody: null,
    error: "The signing secret can't be decrypted.",
    refused: false,
    requestHeaders: null,
  };
}

async function record(options: AttemptOptions, claim: Claim, outcome: SendOutcome): Promise<void> {
  const { id, endpointId, attemptCount } = claim;
  const retryAfterSeconds = options.retryDelaysSeconds[attemptCount] ?? null;
  const recorded = await options.recorder.record({ claim, outcome, retryAfterSeconds });
  options.onAttempt(claim, outcome, recorded);
  const dueInMs = recorded?.dueInMs;
  if (dueInMs != null) options.onRetry({ id, endpointId, attempt: attemptCount + 2, dueInMs });
}

import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@bunting/async';
import type { Cluster, Redis } from 'ioredis';
import type { SendOutcome } from './delivery/send-webhook.ts';
import type { SampledKind } from './event-samples.ts';
import { testChannel } from './queues.ts';

/** A request for a test event. It contains no secret: the dispatcher reads the endpoint and its secret itself. */
export interface TestRequest {
  /** Id of the delivery that it becomes. */
  readonly id: string;
  readonly endpointId: string;
  /** `actor` of the event's data. */
  readonly actor: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The kind of which an example is sent; absent = endpoint.test. */
  readonly type?: SampledKind | undefined;
  /** The address of the installation, for the link of a message; absent = without a link. */
  readonly publicUrl?: string | undefined;
}

/** The answer of the dispatcher that claimed the request. */
export type TestAnswer =
  | {
      readonly verdict: 'sent';
      readonly attempt: Pick<SendOutcome, 'succeeded' | 'status' | 'responseBody' | 'durationMs' | 'error'>;
    }
  | { readonly verdict: 'endpoint-unknown' | 'secret-unreadable' };

/** `not-taken`: no dispatcher claimed the request, and nothing was or will be sent. `unanswered`: it may have been sent. */
export type TestOutcome = TestAnswer | { readonly verdict: 'not-taken' | 'unanswered' };

interface RedisOptions {
  readonly redis: Redis | Cluster;
}

const claimTimeoutMs = 5_000;
/** An attempt takes five seconds, and its record a moment. */
const answerTimeoutMs = 8_000;
/** Requests and answers expire after this: the process that waits for them may have been killed. */
const ttlMs = 10_000;
const commandTimeoutMs = 1_000;

const requestKeyOf = (id: string) => `{webhooks}:test:${id}`;
const answerKeyOf = (id: string) => `{webhooks}:test-answer:${id}`;

/**
 * Lets a dispatcher send a test event, and waits for the outcome. The request is stored in Redis under its own key, and the
 * dispatcher that claims it deletes the key, so it is sent at most once. Its id is published until it is claimed, because a
 * dispatcher may be connecting. Never rejects; takes some fifteen seconds at most.
 * @param onError receives each failure of Redis
 */
export async function askForTest(
  { redis, onError }: RedisOptions & { readonly onError: (error: unknown) => void },
  request: TestRequest,
): Promise<TestOutcome> {
  const { id } = request;
  const key = requestKeyOf(id);
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  /** Polls often at first, for fast answers, and then less and less often. */
  const pause = () => delay(Math.min(Math.max(elapsedMs() / 10, 3), 200));

  /** Returns undefined when Redis fails: the next command may succeed. */
  async function send<Reply>(command: Promise<Reply>): Promise<Reply | undefined> {
    try {
      return await answered(command);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  async function isClaimed(): Promise<boolean> {
    while (elapsedMs() < claimTimeoutMs) {
      await send(redis.publish(testChannel, id));
      await pause();
      if ((await send(redis.exists(key))) === 0) return true;
    }
    return (await send(redis.del(key))) !== 1;
  }

  async function readAnswer(): Promise<TestOutcome> {
    for (const deadline = elapsedMs() + answerTimeoutMs; elapsedMs() < deadline; await pause()) {
      const text = await send(redis.get(answerKeyOf(id)));
      if (typeof text === 'string') return JSON.parse(text) as TestAnswer;
    }
    return { verdict: 'unanswered' };
  }

  const isStored = await send(redis.set(key, JSON.stringify(request), 'PX', ttlMs));
  if (isStored === undefined) return { verdict: 'not-taken' };
  return (await isClaimed()) ? readAnswer() : { verdict: 'not-taken' };
}

/** Claims the request with this id. Returns undefined if another dispatcher has claimed it or it has expired. Rejects if Redis fails. */
export async function takeTest({ redis }: RedisOptions, id: string): Promise<TestRequest | undefined> {
  const text = await answered(redis.getdel(requestKeyOf(id)));
  return text === null ? undefined : (JSON.parse(text) as TestRequest);
}

/** Stores the answer for the process that waits in `askForTest`. Rejects if Redis fails. */
export async function answerTest({ redis }: RedisOptions, id: string, answer: TestAnswer): Promise<void> {
  await answered(redis.set(answerKeyOf(id), JSON.stringify(answer), 'PX', ttlMs));
}

function answered<Reply>(command: Promise<Reply>): Promise<Reply> {
  return withTimeout(command, commandTimeoutMs, 'Redis');
}

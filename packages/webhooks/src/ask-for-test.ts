import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@bunting/async';
import type { Cluster, Redis } from 'ioredis';
import type { SendOutcome } from './delivery/send-webhook.ts';
import { testChannel } from './queues.ts';

/** A test event that somebody asks for. It carries no secret: who sends it reads endpoint and secret itself. */
export interface TestRequest {
  /** Of the delivery that it becomes. */
  readonly id: string;
  readonly endpointId: string;
  /** `actor` of the event's data. */
  readonly actor: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What the dispatcher says that took it. */
export type TestAnswer =
  | {
      readonly verdict: 'sent';
      readonly attempt: Pick<SendOutcome, 'succeeded' | 'status' | 'responseBody' | 'durationMs' | 'error'>;
    }
  | { readonly verdict: 'endpoint-unknown' | 'secret-unreadable' };

/** `not-taken`: nothing was sent, nor will be. `unanswered`: perhaps something was. */
export type TestOutcome = TestAnswer | { readonly verdict: 'not-taken' | 'unanswered' };

interface RedisOptions {
  readonly redis: Redis | Cluster;
}

const takenWithinMs = 5_000;
/** An attempt takes five seconds, and its record a moment. */
const answeredWithinMs = 8_000;
/** A request whose asker was killed, an answer that nobody waits for any more. */
const keptMs = 10_000;
const commandTimeoutMs = 1_000;

const requestKeyOf = (id: string) => `{webhooks}:test:${id}`;
const answerKeyOf = (id: string) => `{webhooks}:test-answer:${id}`;

/**
 * Has a dispatcher send a test event, and waits for what comes of it. The request lies in Redis under a key of its own, and
 * who takes it takes it away: it is sent once, or not at all. Its id is announced until it is taken, since a dispatcher
 * may just be connecting. Never rejects; takes some fifteen seconds at most.
 * @param onError hears why Redis could not be asked, each time
 */
export async function askForTest(
  { redis, onError }: RedisOptions & { readonly onError: (error: unknown) => void },
  request: TestRequest,
): Promise<TestOutcome> {
  const { id } = request;
  const key = requestKeyOf(id);
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  /** What is answered soon is heard at once, and what takes long is not asked for often. */
  const pause = () => delay(Math.min(Math.max(elapsedMs() / 10, 3), 200));

  /** `undefined` when Redis does not answer; it may by the next time. */
  async function ask<Reply>(command: Promise<Reply>): Promise<Reply | undefined> {
    try {
      return await answered(command);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  async function isTaken(): Promise<boolean> {
    while (elapsedMs() < takenWithinMs) {
      await ask(redis.publish(testChannel, id));
      await pause();
      if ((await ask(redis.exists(key))) === 0) return true;
    }
    return (await ask(redis.del(key))) !== 1;
  }

  async function readAnswer(): Promise<TestOutcome> {
    for (const deadline = elapsedMs() + answeredWithinMs; elapsedMs() < deadline; await pause()) {
      const text = await ask(redis.get(answerKeyOf(id)));
      if (typeof text === 'string') return JSON.parse(text) as TestAnswer;
    }
    return { verdict: 'unanswered' };
  }

  const isStored = await ask(redis.set(key, JSON.stringify(request), 'PX', keptMs));
  if (isStored === undefined) return { verdict: 'not-taken' }; // nobody has been told
  return (await isTaken()) ? readAnswer() : { verdict: 'not-taken' };
}

/** The request with this id, if nobody has taken it and somebody still waits. */
export async function takeTest({ redis }: RedisOptions, id: string): Promise<TestRequest | undefined> {
  const text = await answered(redis.getdel(requestKeyOf(id)));
  return text === null ? undefined : (JSON.parse(text) as TestRequest);
}

export async function answerTest({ redis }: RedisOptions, id: string, answer: TestAnswer): Promise<void> {
  await answered(redis.set(answerKeyOf(id), JSON.stringify(answer), 'PX', keptMs));
}

function answered<Reply>(command: Promise<Reply>): Promise<Reply> {
  return withTimeout(command, commandTimeoutMs, 'Redis');
}

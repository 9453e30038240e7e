import { Redis, ReplyError } from 'ioredis';
import { systemClock, withTimeout, type Clock } from '@bunting/async';
import type { Log } from '@bunting/observability';
import { untilRedisReady, type RedisConnection } from './connect.ts';
import { recoveryProbe } from './connection-policy.ts';
import { createFailureDetector, startTimeout } from './failure-detector.ts';
import { createProbe } from './probe.ts';

/** Sends commands to Redis, each with a time-out. */
export interface RedisSender {
  /** @throws RedisUnavailable or TimeoutError; ioredis' ReplyError, which Redis has answered with */
  send<Reply>(command: (redis: RedisConnection) => Promise<Reply>): Promise<Reply>;
}

/**
 * A connection that is used only while it answers. When it breaks, or nothing is received for a while although something waits
 * (the connection stands, but nobody answers), everything that waits is rejected, and so is what comes until Redis answers
 * again. Meanwhile it is probed, and the connection replaced when that stays unanswered, too.
 */
export interface ResilientRedis extends RedisSender {
  isUsable(): boolean;
  /** Calls `listener` each time Redis becomes usable. */
  onUsable(listener: () => void): void;
  /** Unusable from now on; the connection stays the caller's. */
  close(): void;
}

/** Redis is not asked, because it does not answer. */
export class RedisUnavailable extends Error {
  constructor() {
    super('Redis does not answer.');
    this.name = 'RedisUnavailable';
  }
}

export interface ResilientRedisOptions {
  /** From `createRedis`; serves no one else, because it is reconnected when it does not answer. */
  readonly redis: RedisConnection;
  /** Who uses it: stands in the log. */
  readonly name: string;
  readonly log: Log;
  /** Within which bounds no answer counts as a failure; which time-out it is follows from the answers so far. */
  readonly timeoutMs?: { readonly min: number; readonly max: number } | undefined;
  readonly clock?: Clock;
}

const warnEveryMs = 10_000;
/** How long listeners wait for all nodes of a cluster: ioredis takes it for ready when it knows their addresses. */
const nodesWithinMs = 1_000;

export function createResilientRedis(options: ResilientRedisOptions): ResilientRedis {
  const { redis, name, log, timeoutMs = { min: 150, max: 1_000 }, clock = systemClock } = options;
  const waiting = new Set<(error: Error) => void>();
  const listeners: (() => void)[] = [];
  const probe = createProbe(redis, recoveryProbe, { clock, onAnswer: onReceived });
  const detector = createFailureDetector({
    timeoutMs,
    clock,
    isWaiting: () => waiting.size > 0,
    onFailure,
  });
  // One node of a cluster may be silent while others answer: there each command has its own time-out.
  const isOneServer = redis instanceof Redis;
  let state: 'answering' | 'silent' | 'closed' = 'answering';
  let nextWarningAt = 0;

  const isUsable = () => state === 'answering' && redis.status === 'ready';

  function onFailure(silentMs: number): void {
    if (redis.status !== 'ready') return;
    log.warn({ connection: name, silentMs, waiting: waiting.size }, 'Redis does not answer: it is not asked');
    state = 'silent';
    probe.start();
    const unavailable = new RedisUnavailable();
    for (const reject of waiting) reject(unavailable);
    waiting.clear();
  }

  /** Any answer ends the failure, a late one too. */
  function onReceived(): void {
    detector.received();
    if (state === 'silent') becomeUsable();
  }

  function becomeUsable(): void {
    if (state === 'silent') log.info({ connection: name }, 'Redis answers again');
    state = 'answering';
    probe.stop();
    for (const listener of listeners) listener();
  }

  /** Out of memory, not allowed to write, and the like: it answers, but is of no use. */
  function onRefusal(error: Error): void {
    if (error.message.startsWith('NOSCRIPT') || clock.now() < nextWarningAt) return;
    nextWarningAt = clock.now() + warnEveryMs;
    log.warn({ connection: name, reason: error.message }, 'Redis refuses commands');
  }

  async function onReady(): Promise<void> {
    await untilRedisReady(redis, nodesWithinMs);
    if (redis.status === 'ready' && state !== 'closed') becomeUsable();
  }
  const onReadyEvent = () => void onReady();
  redis.on('ready', onReadyEvent);

  function send<Reply>(command: (redis: RedisConnection) => Promise<Reply>): Promise<Reply> {
    if (!isUsable()) return Promise.reject(new RedisUnavailable());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(reject);
        reject(new RedisUnavailable());
      };
      const endTimeout = isOneServer ? () => {} : startTimeout(clock, timeoutMs.max, giveUp);
      const end = (isAnswer: boolean) => {
        endTimeout();
        waiting.delete(reject);
        if (isAnswer) onReceived();
      };
      const onReply = (reply: Reply) => {
        end(true);
        resolve(reply);
      };
      const onError = (error: Error) => {
        const isAnswer = error instanceof ReplyError;
        end(isAnswer);
        if (isAnswer) onRefusal(error);
        reject(error);
      };
      if (isOneServer && waiting.size === 0) detector.start();
      waiting.add(reject);
      command(redis).then(onReply, onError);
    });
  }

  return {
    isUsable,
    send,
    onUsable(listener) {
      listeners.push(listener);
    },
    close() {
      state = 'closed';
      redis.off('ready', onReadyEvent);
      probe.stop();
      detector.stop();
    },
  };
}

/** The same for a few commands in a row, over a connection that others use as well. Each rejects with TimeoutError. */
export function withCommandTimeout(redis: RedisConnection, timeoutMs: number): RedisSender {
  return { send: (command) => withTimeout(command(redis), timeoutMs, 'Redis') };
}

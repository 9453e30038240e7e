import { Redis, ReplyError } from 'ioredis';
import type { Log } from '@bunting/observability';
import { createFailureDetector, tickMs, waitForTicks } from './failure-detector.ts';
import { untilRedisReady, type RedisConnection } from './create-redis.ts';

/**
 * A connection that is used only while it answers. When it breaks, or nothing comes back for a while although something
 * waits (a black hole: the connection stands, but nobody answers), everything that waits is rejected and nothing is
 * sent until it answers again.
 */
export interface RedisLink {
  isUsable(): boolean;
  /** Rejects at once when the link is not usable. */
  send<Reply>(command: (redis: RedisConnection) => Promise<Reply>): Promise<Reply>;
  /** Calls `listener` each time the link becomes usable. */
  onUsable(listener: () => void): void;
  /** Not usable from now on; the connection stays the caller's. */
  close(): void;
}

const probeEveryMs = 100;
/** So long a probe may stay unanswered before a new connection is tried. */
const reconnectAfterMs = 1_000;
const warnEveryMs = 10_000;
/** So long listeners wait for all nodes of a cluster, which is ready when it knows them. */
const nodesWithinMs = 1_000;

class RedisUnusable extends Error {
  constructor() {
    super('Redis does not answer.');
    this.name = 'RedisUnusable';
  }
}

/** `redis` comes from `createRedis` and serves no one else: it is reconnected when it falls silent. */
export function createRedisLink(options: {
  redis: RedisConnection;
  log: Log;
  silenceMs?: { min: number; max: number } | undefined;
}): RedisLink {
  const { redis, log, silenceMs = { min: 150, max: 1_000 } } = options;
  const waiting = new Set<(error: Error) => void>();
  const listeners: (() => void)[] = [];
  const watch = createFailureDetector({
    minMs: silenceMs.min,
    maxMs: silenceMs.max,
    isWaiting: () => waiting.size > 0,
    onFailure: fallSilent,
  });
  // Of a cluster one node may be silent while others answer: each command is waited for by itself.
  const isWatched = redis instanceof Redis;
  let isSilent = false;
  let isClosed = false;
  let probing: NodeJS.Timeout | undefined;
  let pingedAt: number | undefined;
  let quietUntil = 0;

  function fallSilent(silentMs: number): void {
    if (redis.status !== 'ready') return;
    log.warn({ silentMs, waiting: waiting.size }, 'Redis is silent: governance goes on without it');
    isSilent = true;
    pingedAt = undefined;
    probing = setInterval(probe, probeEveryMs).unref();
    const unusable = new RedisUnusable();
    for (const reject of waiting) reject(unusable);
    waiting.clear();
  }

  function probe(): void {
    if (redis.status !== 'ready') {
      pingedAt = undefined;
    } else if (pingedAt === undefined) {
      pingedAt = performance.now();
      redis.ping().then(hear, () => (pingedAt = undefined));
    } else if (performance.now() - pingedAt >= reconnectAfterMs) {
      pingedAt = undefined;
      redis.disconnect(true);
    }
  }

  /** Any answer ends a silence, a late one too. */
  function hear(): void {
    watch.heard();
    if (isSilent) becomeUsable();
  }

  /** Out of memory, not allowed to write, and the like: it answers, but is of no use. */
  function noteRefusal(error: Error): void {
    if (error.message.startsWith('NOSCRIPT') || performance.now() < quietUntil) return;
    quietUntil = performance.now() + warnEveryMs;
    log.warn({ reason: error.message }, 'Redis refuses commands: governance goes on without it');
  }

  function becomeUsable(): void {
    if (isSilent) log.info({}, 'Redis answers again');
    isSilent = false;
    clearInterval(probing);
    for (const listener of listeners) listener();
  }

  async function onReady(): Promise<void> {
    await untilRedisReady(redis, nodesWithinMs);
    if (redis.status === 'ready' && !isClosed) becomeUsable();
  }
  const subscribeReady = () => void onReady();
  redis.on('ready', subscribeReady);

  return {
    isUsable: () => !isSilent && redis.status === 'ready' && !isClosed,
    send<Reply>(command: (redis: RedisConnection) => Promise<Reply>): Promise<Reply> {
      if (isSilent || redis.status !== 'ready' || isClosed) return Promise.reject(new RedisUnusable());
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(reject);
          reject(new RedisUnusable());
        };
        const stopWaiting = isWatched ? () => {} : waitForTicks(silenceMs.max / tickMs, giveUp);
        const onReply = (reply: Reply) => {
          stopWaiting();
          waiting.delete(reject);
          hear();
          resolve(reply);
        };
        const onError = (error: Error) => {
          stopWaiting();
          waiting.delete(reject);
          if (error instanceof ReplyError) {
            hear();
            noteRefusal(error);
          }
          reject(error);
        };
        if (isWatched && waiting.size === 0) watch.start();
        waiting.add(reject);
        command(redis).then(onReply, onError);
      });
    },
    onUsable(listener) {
      listeners.push(listener);
    },
    close() {
      isClosed = true;
      redis.off('ready', subscribeReady);
      clearInterval(probing);
      watch.stop();
    },
  };
}

import { systemClock, withTimeout, type Clock } from '@bunting/async';
import type { Log } from '@bunting/observability';
import { untilRedisReady, type RedisConnection } from './connect.ts';
import { recoveryProbe } from './connection-policy.ts';
import { createPendingCommands } from './pending-commands.ts';
import { createProbe } from './probe.ts';

/** Sends commands to Redis, each with a time-out. */
export interface RedisSender {
  /**
   * Sends commands.
   * @throws RedisUnavailable or TimeoutError; ioredis' ReplyError if Redis answers with an error
   */
  send<Reply>(command: (redis: RedisConnection) => Promise<Reply>): Promise<Reply>;
}

/**
 * A connection that is used only while it answers. When it breaks, or nothing is received for a while although something
 * waits, all waiting commands are rejected, and so are new ones until Redis responds again. Meanwhile it is probed, and the
 * connection is replaced when probes stay unanswered, too.
 */
export interface ResilientRedis extends RedisSender {
  isUsable(): boolean;
  /** Calls `listener` each time Redis becomes usable. */
  onUsable(listener: () => void): void;
  /** Makes it unusable; the caller closes the connection. */
  close(): void;
}

/** Redis is not asked, because it does not answer. */
export class RedisUnavailable extends Error {
  constructor() {
    super("Redis isn't responding.");
    this.name = 'RedisUnavailable';
  }
}

/** Which connection is watched, and how long it may be silent. Times are in milliseconds. */
export interface ResilientRedisOptions {
  /** From `createRedis`; nothing else may use it, because it is reconnected when it does not answer. */
  readonly redis: RedisConnection;
  /** The name of the user of the connection, for the log. */
  readonly name: string;
  readonly log: Log;
  /**
   * The bounds of the time after which a missing answer counts as a failure; the time itself follows from earlier answers.
   */
  readonly timeoutMs?: { readonly min: number; readonly max: number } | undefined;
  readonly clock?: Clock;
}

const warnEveryMs = 10_000;
/**
 * The time that listeners wait for all nodes of a cluster, because ioredis calls it ready when it knows their
 * addresses.
 */
const nodesWithinMs = 1_000;

/** Wraps a connection, which counts as usable until a command fails. */
export function createResilientRedis(options: ResilientRedisOptions): ResilientRedis {
  const { redis, name, log, timeoutMs = { min: 150, max: 1_000 }, clock = systemClock } = options;
  const listeners: (() => void)[] = [];
  const probe = createProbe(redis, recoveryProbe, { clock, onAnswer: onProbeAnswer });
  const commands = createPendingCommands(redis, {
    timeoutMs,
    clock,
    createTimeoutError: () => new RedisUnavailable(),
    onAnswer,
    onRefusal: createRefusalLog(options, clock),
    onFailure,
  });
  let state: 'answering' | 'failed' | 'closed' = 'answering';

  const isUsable = () => state === 'answering' && redis.status === 'ready';

  function onFailure(silentMs: number): void {
    if (redis.status !== 'ready') return;
    log.warn(
      { connection: name, silentMs, waiting: commands.size() },
      "Redis isn't responding; pausing requests",
    );
    state = 'failed';
    probe.start();
    commands.rejectAll(new RedisUnavailable());
  }

  /** Ends the failure. Any answer does, a late one too. */
  function onAnswer(): void {
    if (state === 'failed') becomeUsable();
  }

  function onProbeAnswer(): void {
    commands.received();
    onAnswer();
  }

  function becomeUsable(): void {
    if (state === 'failed') log.info({ connection: name }, 'Redis is responding again');
    state = 'answering';
    probe.stop();
    for (const listener of listeners) listener();
  }

  async function onReady(): Promise<void> {
    await untilRedisReady(redis, nodesWithinMs);
    if (redis.status === 'ready' && state !== 'closed') becomeUsable();
  }
  const onReadyEvent = () => void onReady();
  redis.on('ready', onReadyEvent);

  return {
    isUsable,
    send: (command) => (isUsable() ? commands.send(command) : Promise.reject(new RedisUnavailable())),
    onUsable(listener) {
      listeners.push(listener);
    },
    close() {
      state = 'closed';
      redis.off('ready', onReadyEvent);
      probe.stop();
      commands.stop();
    },
  };
}

/** Logs errors such as out of memory and not allowed to write, one in ten seconds: Redis answers, but cannot be used. */
function createRefusalLog({ name, log }: ResilientRedisOptions, clock: Clock): (error: Error) => void {
  let nextAt = 0;
  return ({ message: reason }) => {
    if (reason.startsWith('NOSCRIPT') || clock.now() < nextAt) return;
    nextAt = clock.now() + warnEveryMs;
    log.warn({ connection: name, reason }, 'Redis rejected a command');
  };
}

/**
 * Returns a sender for a few commands in a row over a shared connection. Each rejects with TimeoutError after
 * `timeoutMs`.
 */
export function withCommandTimeout(redis: RedisConnection, timeoutMs: number): RedisSender {
  return { send: (command) => withTimeout(command(redis), timeoutMs, 'Redis') };
}

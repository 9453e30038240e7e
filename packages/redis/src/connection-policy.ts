/**
 * The one policy for connections to Redis. Every connection of a process follows it:
 *
 * - Connecting, the greeting included, takes a second at most. Failed attempts are repeated for ever, with a backoff.
 * - Nothing queues: a command that cannot be sent, or whose connection breaks, is rejected and never sent again.
 * - A PING every two seconds detects a dead connection, which TCP alone would notice after minutes.
 * - Callers that cannot wait for that use a `ResilientRedis`: its failure detector gives up within a second, and it probes
 *   ten times a second until Redis responds again.
 */
import { backoffMs } from '@bunting/async';
import type { ProbeTiming } from './probe.ts';

export const connectTimeoutMs = 1_000;

/** Time-out of commands to a node of a cluster, because ioredis opens these connections itself, without a heartbeat. */
export const nodeTimeoutMs = 3_000;

/**
 * Returns the time that ioredis waits before it connects again, with a backoff.
 * @param attempt 1 for the first retry
 */
export const reconnectDelayMs = (attempt: number): number =>
  backoffMs(attempt, { firstMs: 50, maxMs: 400, jitterMs: 100 });

/** Time-outs of connections for commands. They are long, because Redis may be busy with one long command. */
export const heartbeat: ProbeTiming = { intervalMs: 2_000, timeoutMs: 5_000 };

/** Time-outs of subscribers. They are short, because a new connection costs only one query for missed messages. */
export const subscriberHeartbeat: ProbeTiming = { intervalMs: 2_000, timeoutMs: 1_000 };

/** While Redis counts as failed. */
export const recoveryProbe: ProbeTiming = { intervalMs: 100, timeoutMs: 1_000 };

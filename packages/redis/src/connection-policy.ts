/**
 * The one policy for connections to Redis. Every connection of a process keeps to it, whatever it is used for:
 *
 * - Connecting, the greeting included, takes a second at most. Failed attempts are repeated for ever, with a backoff.
 * - Nothing queues: a command that cannot be sent, or whose connection breaks, is rejected and never sent again.
 * - A PING every two seconds finds out that a connection is dead, which TCP alone would notice after minutes.
 * - Who must not wait for that uses a `ResilientRedis`: its failure detector gives up within a second, and it probes ten times a
 *   second until Redis answers again.
 */
import { backoffMs } from '@bunting/async';
import type { ProbeTiming } from './probe.ts';

export const connectTimeoutMs = 1_000;

/** Of commands to a node of a cluster: its connections are ioredis' own, without a heartbeat. */
export const nodeTimeoutMs = 3_000;

/**
 * How long ioredis waits before it connects again, with a backoff.
 * @param attempt 1 for the first retry
 */
export const reconnectDelayMs = (attempt: number): number =>
  backoffMs(attempt, { firstMs: 50, maxMs: 400, jitterMs: 100 });

/** Of connections for commands. Patient: Redis may be busy with one long command. */
export const heartbeat: ProbeTiming = { intervalMs: 2_000, timeoutMs: 5_000 };

/** Of subscribers: a new connection costs them one look at what they have missed. */
export const subscriberHeartbeat: ProbeTiming = { intervalMs: 2_000, timeoutMs: 1_000 };

/** While Redis is taken for failed. */
export const recoveryProbe: ProbeTiming = { intervalMs: 100, timeoutMs: 1_000 };

import { systemClock, type Clock } from '@bunting/async';
import type { Cluster, Redis } from 'ioredis';
import { startTimeout } from './failure-detector.ts';

/** Sends PING again and again, and replaces the connection when one stays unanswered. */
export interface Probe {
  start(): void;
  stop(): void;
}

export interface ProbeTiming {
  readonly intervalMs: number;
  /** The time in which a PING must be answered. */
  readonly timeoutMs: number;
}

export function createProbe(
  redis: Redis | Cluster,
  { intervalMs, timeoutMs }: ProbeTiming,
  { clock = systemClock, onAnswer = () => {} }: { clock?: Clock; onAnswer?: () => void } = {},
): Probe {
  let isStarted = false;
  let isAsking = false;
  let cancelNext = () => {};

  function reconnect(): void {
    isAsking = false;
    if (isStarted && redis.status === 'ready') redis.disconnect(true);
  }

  function ask(): void {
    cancelNext = clock.setTimeout(ask, intervalMs);
    if (isAsking || redis.status !== 'ready') return;
    isAsking = true;
    const endTimeout = startTimeout(clock, timeoutMs, reconnect);
    const end = () => {
      endTimeout();
      isAsking = false;
    };
    const onPong = () => {
      end();
      onAnswer();
    };
    redis.ping().then(onPong, end);
  }

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      cancelNext = clock.setTimeout(ask, intervalMs);
    },
    stop() {
      isStarted = false;
      cancelNext();
    },
  };
}

/** Probes a connection as long as it exists. */
export function startHeartbeat(redis: Redis, timing: ProbeTiming): void {
  const probe = createProbe(redis, timing);
  probe.start();
  redis.once('end', () => probe.stop());
}

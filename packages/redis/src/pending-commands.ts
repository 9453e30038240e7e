import { Redis, ReplyError } from 'ioredis';
import type { Clock } from '@bunting/async';
import type { RedisConnection } from './connect.ts';
import { createFailureDetector, startTimeout } from './failure-detector.ts';

/** The commands of a connection that wait for an answer, each for a bounded time. */
export interface PendingCommands {
  send<Reply>(command: (redis: RedisConnection) => Promise<Reply>): Promise<Reply>;
  size(): number;
  rejectAll(error: Error): void;
  /** Notes that something else than an answer to one of these commands was received. */
  received(): void;
  stop(): void;
}

export interface PendingCommandsOptions {
  readonly timeoutMs: { readonly min: number; readonly max: number };
  readonly clock: Clock;
  /** The error of a command that waits too long. */
  readonly createTimeoutError: () => Error;
  readonly onAnswer: () => void;
  /** Redis has answered with an error. */
  readonly onRefusal: (error: Error) => void;
  /** Nothing is received any more. */
  readonly onFailure: (silentMs: number) => void;
}

export function createPendingCommands(
  redis: RedisConnection,
  options: PendingCommandsOptions,
): PendingCommands {
  const { timeoutMs, clock, createTimeoutError, onAnswer, onRefusal, onFailure } = options;
  const pending = new Set<(error: Error) => void>();
  const isWaiting = () => pending.size > 0;
  const detector = createFailureDetector({ timeoutMs, clock, isWaiting, onFailure });
  // One node of a cluster may fail while others answer: there each command has its own time-out.
  const isOneServer = redis instanceof Redis;

  function startWaiting(reject: (error: Error) => void): () => void {
    const giveUp = () => {
      pending.delete(reject);
      reject(createTimeoutError());
    };
    const endTimeout = isOneServer ? () => {} : startTimeout(clock, timeoutMs.max, giveUp);
    if (isOneServer && pending.size === 0) detector.start();
    pending.add(reject);
    return () => {
      endTimeout();
      pending.delete(reject);
    };
  }

  function noteAnswer(): void {
    detector.received();
    onAnswer();
  }

  return {
    send: (command) =>
      new Promise((resolve, reject) => {
        const endWaiting = startWaiting(reject);
        const takeReply = (reply: Parameters<typeof resolve>[0]) => {
          endWaiting();
          noteAnswer();
          resolve(reply);
        };
        const takeError = (error: Error) => {
          endWaiting();
          if (error instanceof ReplyError) {
            noteAnswer();
            onRefusal(error);
          }
          reject(error);
        };
        command(redis).then(takeReply, takeError);
      }),
    size: () => pending.size,
    rejectAll(error) {
      for (const reject of pending) reject(error);
      pending.clear();
    },
    received: () => detector.received(),
    stop: () => detector.stop(),
  };
}

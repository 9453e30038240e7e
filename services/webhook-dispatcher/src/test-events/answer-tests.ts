import type { Logger } from '@bunting/observability';
import { answerTest, takeTest, type TestAnswer, type TestRequest } from '@bunting/webhooks';
import type { Cluster, Redis } from 'ioredis';

export interface TestAnswers {
  /** Sends the test event with this id, unless another dispatcher does or too many are in flight. */
  receive(id: string): void;
  inFlight(): number;
  /** Accepts no more; resolves when those in flight are answered. */
  stop(): Promise<void>;
}

/** A test event beyond the limit is announced again, and may be sent by another dispatcher. */
const maxInFlight = 20;

/** Sends the test events that settings-api asks for, and answers with their outcome. */
export function answerTests(options: {
  redis: Redis | Cluster;
  send: (request: TestRequest) => Promise<TestAnswer>;
  log: Logger;
}): TestAnswers {
  const { redis, send, log } = options;
  const running = new Set<Promise<void>>();
  let isStopping = false;

  async function answer(id: string): Promise<void> {
    try {
      const request = await takeTest({ redis }, id);
      if (request !== undefined) await answerTest({ redis }, id, await send(request));
    } catch (error) {
      log.warn({ reason: (error as Error).message, delivery: id }, 'Answering a test event failed');
    }
  }

  return {
    receive(id) {
      if (isStopping || running.size >= maxInFlight) return;
      const answering = answer(id).finally(() => running.delete(answering));
      running.add(answering);
    },
    inFlight: () => running.size,
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

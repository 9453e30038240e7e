import type { Logger } from '@bunting/observability';
import { answerTest, takeTest, type TestAnswer, type TestRequest } from '@bunting/webhooks';
import type { Cluster, Redis } from 'ioredis';

export interface TestAnswers {
  /** Sends the test event with this id, unless somebody else does or there is too much to do. */
  hear(id: string): void;
  inFlight(): number;
  /** Takes no more; resolves when what was taken is answered. */
  stop(): Promise<void>;
}

/** What is not taken is announced again, and may go to another dispatcher. */
const maxInFlight = 20;

/** Sends the test events that settings asks for, and answers what came of them. */
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
      log.warn({ reason: (error as Error).message, delivery: id }, 'A test event could not be answered');
    }
  }

  return {
    hear(id) {
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

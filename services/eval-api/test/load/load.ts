import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@bunting/testing';

export interface Answer {
  /** 0 = none. */
  readonly status: number;
  readonly text: string;
}

export interface Load {
  readonly answers: readonly Answer[];
  /** Waits for that many answers from now on. */
  untilAnswered(count: number): Promise<void>;
  stop(): Promise<readonly Answer[]>;
}

/** Starts a steady load: on each connection a request, its answer, a short pause, and again. */
export function startLoad(options: {
  port: number;
  path: string;
  key: string;
  connections?: number;
  pauseMs?: number;
  body: (n: number) => object;
}): Load {
  const { port, path, key, connections = 8, pauseMs = 16, body } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  let isOver = false;
  let sent = 0;

  async function keepAsking(): Promise<void> {
    while (!isOver) {
      const { status, text } = await send(JSON.stringify(body(sent++)));
      answers.push({ status, text });
      await delay(pauseMs);
    }
  }

  function send(payload: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve) => {
      const headers = { 'X-API-Key': key, 'Content-Length': Buffer.byteLength(payload) };
      const sending = request(
        { agent, port, host: '127.0.0.1', path, method: 'POST', headers },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode!, text }));
          response.on('error', () => resolve({ status: 0, text }));
        },
      );
      sending.on('error', (error) => resolve({ status: 0, text: error.message }));
      sending.end(payload);
    });
  }

  const loops = Array.from({ length: connections }, keepAsking);
  return {
    answers,
    async untilAnswered(count) {
      const wanted = answers.length + count;
      await until(() => answers.length >= wanted);
    },
    async stop() {
      isOver = true;
      await Promise.all(loops);
      agent.destroy();
      return answers;
    },
  };
}

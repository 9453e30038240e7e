import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createLogger, endLog } from './logger.ts';

it('what is logged after the end of a log is dropped, and whoever logs it goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-log-'));
  try {
    const file = join(folder, 'log');
    const log = createLogger({ service: 'test', level: 'info', destination: pino.destination(file) });
    const child = log.child({ part: 'reload' });
    log.info('Stopped.');
    const ended = endLog(log);
    child.warn('while it ends');
    await ended;
    log.warn('later');
    child.warn('later');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['Stopped.']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

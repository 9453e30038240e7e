import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { serving } from './serving.ts';

const required = { DATABASE_URL: 'postgres://localhost/none', FAILS: 'false' };
const program = fileURLToPath(new URL('service.mjs', import.meta.url));

function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]);
  return { child, ended: ended.then(([[code], said]) => ({ code: code as number | null, said })) };
}

describe('the process of a service', () => {
  it('reports all mistakes of its configuration at once, and exits with 1', async () => {
    expect(await start({ PORT: 'here', LOG_LEVEL: 'loud' }).ended).toEqual({
      code: 1,
      said: [
        'idler: The configuration has 4 errors:',
        '  DATABASE_URL is required: the PostgreSQL database',
        '  LOG_LEVEL must be one of debug, info, warn, error, not "loud".',
        '  PORT must be a whole number from 0 to 65535, not "here".',
        '  FAILS is required: whether the unforeseen happens',
        '',
      ].join('\n'),
    });
  });

  it('reports in one sentence that its port is in use, and exits with 1', async () => {
    const other = await serving((_req, res) => res.end());
    expect(await start({ ...required, PORT: String(other.port) }).ended).toEqual({
      code: 1,
      said: `idler: Port ${other.port} is already in use: stop the other process or choose another port.\n`,
    });
    await other.stop();
  });

  it('reports an unexpected error with its stack, and exits with 1', async () => {
    const { code, said } = await start({ ...required, FAILS: 'true' }).ended;
    expect(code).toBe(1);
    expect(said).toMatch(/^idler: TypeError: Nobody thought of this\.\n +at .*service\.mjs:\d+/);
  });

  it('logs warnings of its configuration under its name, runs, and exits with 0 on SIGTERM: what was opened last is closed first, and a failure does not prevent closing the others', async () => {
    const { child, ended } = start({ ...required, CAP: '0' });
    const lines: unknown[] = [];
    createInterface(child.stdout).on('line', (line) => {
      lines.push(JSON.parse(line));
      if (line.includes('Listening.')) child.kill('SIGTERM');
    });
    expect(await ended).toEqual({ code: 0, said: '' });
    expect(lines).toMatchObject([
      {
        service: 'idler',
        level: 'warn',
        msg: 'CAP is "0", not a number above zero: using the default 10.',
      },
      { service: 'idler', level: 'info', msg: 'Listening.', port: expect.any(Number) },
      { service: 'idler', level: 'info', msg: 'Stopping.', signal: 'SIGTERM' },
      { level: 'info', msg: 'The third is closed.' },
      { level: 'error', err: { message: 'The second cannot be closed.' } },
      { level: 'info', msg: 'The first is closed.' },
      { service: 'idler', level: 'info', msg: 'Stopped.' },
    ]);
  });
});

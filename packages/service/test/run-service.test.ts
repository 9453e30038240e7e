import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { serving } from './serving.ts';

const program = fileURLToPath(new URL('service.mjs', import.meta.url));

function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]);
  return { child, ended: ended.then(([[code], said]) => ({ code: code as number | null, said })) };
}

describe('the process of a service', () => {
  it('tells every mistake of its configuration at once, and exits with 1', async () => {
    expect(await start({ PORT: 'here', LOG_LEVEL: 'loud' }).ended).toEqual({
      code: 1,
      said: [
        'idler: The configuration has 3 mistakes:',
        '  PORT must be a whole number from 0 to 65535, not "here".',
        '  LOG_LEVEL must be one of debug, info, warn, error, not "loud".',
        '  FAILS is required: whether the unforeseen happens',
        '',
      ].join('\n'),
    });
  });

  it('says in one sentence that its port is taken, and exits with 1', async () => {
    const other = await serving((_req, res) => res.end());
    expect(await start({ FAILS: 'false', PORT: String(other.port) }).ended).toEqual({
      code: 1,
      said: `idler: Port ${other.port} is taken: stop what listens there or choose another port.\n`,
    });
    await other.stop();
  });

  it('tells what nobody foresaw with its stack, and exits with 1', async () => {
    const { code, said } = await start({ FAILS: 'true' }).ended;
    expect(code).toBe(1);
    expect(said).toMatch(/^idler: TypeError: Nobody thought of this\.\n +at .*service\.mjs:\d+/);
  });

  it('logs in its name what its configuration warns of, runs, and exits with 0 when it is told to', async () => {
    const { child, ended } = start({ FAILS: 'false', CAP: '0' });
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
        msg: 'CAP is "0", not a number above zero: the default 10 applies.',
      },
      { service: 'idler', level: 'info', msg: 'Listening.', port: expect.any(Number) },
      { service: 'idler', level: 'info', msg: 'Stopping.', signal: 'SIGTERM' },
      { service: 'idler', level: 'info', msg: 'Stopped.' },
    ]);
  });
});

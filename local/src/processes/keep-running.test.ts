import { describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { waitForExit, keepRunning } from './keep-running.ts';

async function startIdle(started: (child: ChildProcess) => void) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  started(child);
  const ended = waitForExit(child);
  return {
    ended,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

describe('keeping a process running', () => {
  it('starts it again when it dies, prints that, and stops it on request', async () => {
    const children: ChildProcess[] = [];
    const said: string[] = [];
    let received = () => {};
    const runsAgain = new Promise<void>((resolve) => (received = resolve));
    const kept = await keepRunning(
      'redis',
      () => startIdle((child) => children.push(child)),
      (message) => {
        said.push(message);
        if (message.includes('again.') && said.length === 2) received();
      },
    );
    children[0]!.kill('SIGKILL');
    await runsAgain;
    await kept.stop();
    expect(said).toEqual(['redis exited (SIGKILL); restarting.', 'redis is running again.']);
    expect(children.map((child) => child.signalCode)).toEqual(['SIGKILL', 'SIGTERM']);
  });

  it('rejects when the first start fails', async () => {
    const start = () => Promise.reject(new Error('no'));
    await expect(keepRunning('redis', start, () => {})).rejects.toThrow('no');
  });

  it('stops while it waits for the next start', async () => {
    let starts = 0;
    const start = () => {
      starts += 1;
      if (starts > 1) throw new Error('no');
      return startIdle((child) => child.kill('SIGKILL'));
    };
    let received = () => {};
    const failed = new Promise<void>((resolve) => (received = resolve));
    const kept = await keepRunning(
      'redis',
      start,
      (message) => message.startsWith('Restarting') && received(),
    );
    await failed;
    await kept.stop();
    expect(starts).toBe(2);
  });
});

import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessRegistry } from '../src/processes/process-registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'bunting-registry-'));
const path = join(folder, 'processes.json');
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(path, { force: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

async function idle(code = 'setInterval(() => {}, 1000)'): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', `${code}; console.log('up')`]);
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

describe('the registry of processes', () => {
  it('shows the next start what an earlier one left running', async () => {
    const child = await idle();
    new ProcessRegistry(path).watch('redis', child);
    expect(new ProcessRegistry(path).leftovers()).toMatchObject([{ name: 'redis', pid: child.pid }]);
  });

  it('forgets a child that ended', async () => {
    const child = await idle();
    new ProcessRegistry(path).watch('redis', child);
    child.kill();
    await once(child, 'close');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([]);
  });

  it('does not confuse a process with a later one of the same id', async () => {
    const child = await idle();
    writeFileSync(path, JSON.stringify([{ name: 'redis', pid: child.pid, began: 'another time' }]));
    expect(new ProcessRegistry(path).leftovers()).toEqual([]);
  });

  it('starts empty when its file was half written', () => {
    writeFileSync(path, '[{"name":');
    expect(new ProcessRegistry(path).leftovers()).toEqual([]);
  });

  it('ends politely what a start that was killed left running', async () => {
    const child = await idle("process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000)");
    const ended = once(child, 'exit');
    new ProcessRegistry(path).watch('redis', child);
    const said: string[] = [];
    await new ProcessRegistry(path).takeOver((message) => said.push(message));
    expect(await ended).toEqual([7, null]);
    expect(said).toEqual(['The last start was killed: stopping its remaining processes.']);
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './compose-file.ts';

export interface RunningProcess {
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** The exit code, when it has ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

const readyTimeoutMs = 30_000;

/** Starts a program in the repository's folder, and waits until `address` answers 200. */
export async function startProgram(options: {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  address: string;
}): Promise<RunningProcess> {
  const { program, args, env = {}, address } = options;
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const running: RunningProcess = {
    output: () => output,
    signal: (name) => void child.kill(name),
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
  await untilAnswering(child, address, () => output);
  return running;
}

async function untilAnswering(child: ChildProcess, address: string, output: () => string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`${child.spawnfile} did not answer at ${address}:\n${output()}`);
}

/** Runs a program to its end. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return new Promise((resolve) => void child.once('close', (code) => resolve({ code, output })));
}

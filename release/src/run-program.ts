import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '@bunting/embedded-servers';

/** Runs a program and returns what it printed. Throws a Failure with `output` if its exit code isn't 0. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; failure?: string },
): Promise<string> {
  const { failure = `${program} ${args[0] ?? ''} failed: see above.`, ...rest } = options;
  const child = spawn(program, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  const all: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => void (printed.push(chunk), all.push(chunk)));
  child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    throw new Failure(`Can't run ${program}: ${String(error)}`);
  })) as [number | null];
  if (code === 0) return Buffer.concat(printed).toString();
  throw Object.assign(new Failure(failure), { output: Buffer.concat(all).toString() });
}

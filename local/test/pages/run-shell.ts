import { spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Block } from './read-blocks.ts';

export interface Shell {
  /** The folder of the script and its programs, in which the page's commands run. */
  readonly folder: string;
  /** Another folder in which the commands run. */
  readonly cwd?: string;
  /** The programs that the page may call, by name: a line of a shell script. */
  readonly programs: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

export interface Ran {
  readonly code: number | null;
  /** The output of the failure, with the block in which it happened. */
  readonly output: string;
}

/**
 * Runs the blocks of one page in one shell, in their order, as somebody who pastes them. It ends at the first command that fails. `curl`
 * fails for every answer that is not 2xx.
 */
export async function runShell(
  blocks: readonly Block[],
  { folder, cwd = folder, programs, env }: Shell,
): Promise<Ran> {
  const bin = join(folder, '.bin');
  await mkdir(bin, { recursive: true });
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/bash\n${line}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const marked = blocks.map(({ page, line, code }) => `echo '## ${page}:${line}' >&2\n${code}`);
  const script = join(folder, '.commands.sh');
  await writeFile(
    script,
    ['set -Eeuo pipefail', `trap 'echo "## failed with $?: $BASH_COMMAND" >&2' ERR`, ...marked].join('\n'),
  );
  const child = spawn('bash', ['--norc', script], {
    cwd,
    env: { PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A command that `npx` runs from an archive. */
export interface NpxCommand {
  output(): string;
  /** Resolves with its output when it has printed how to stop it; rejects when it ends before that. */
  readonly ready: Promise<string>;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ code: number | null; output: string }>;
  /** Sends what Ctrl-C in a terminal sends, to every process of the command. */
  interrupt(): void;
}

/**
 * Returns the environment of a person who has Node.js, an empty home directory, and an npm that runs no install scripts; NPM_CONFIG_… may name a
 * registry.
 */
export function emptyHome(folder: string): NodeJS.ProcessEnv {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const registry = Object.entries(process.env).filter(([name]) => name.startsWith('NPM_CONFIG_'));
  return {
    ...Object.fromEntries(registry),
    PATH: process.env['PATH'],
    HOME: home,
    npm_config_ignore_scripts: 'true',
  };
}

/** Runs `npx --package ARCHIVE bunting …` in an empty folder. */
export function startByNpx(
  archive: string,
  args: readonly string[],
  options: { folder: string; env: NodeJS.ProcessEnv },
): NpxCommand {
  const cwd = join(options.folder, 'empty');
  mkdirSync(cwd, { recursive: true });
  return watch(
    spawn('npx', ['--yes', '--package', archive, '--', 'bunting', ...args], {
      cwd,
      env: options.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

function watch(child: ReturnType<typeof spawn>): NpxCommand {
  let output = '';
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Press Ctrl-C')) resolve(output);
      });
    }
    void ended.then(() => reject(new Error(`It ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {}); // a caller that only waits for the end ignores this rejection
  return { output: () => output, ready, ended, interrupt: () => void process.kill(-child.pid!, 'SIGINT') };
}

/** Runs the command that `npx` has installed as a user without permissions who has no other program. */
export function startWithoutRedis(folder: string, port: number): NpxCommand['ended'] {
  const home = join(folder, 'home');
  const cache = join(home, '.npm/_npx');
  const [installed] = readdirSync(cache);
  const command = join(cache, installed!, 'node_modules/.bin/bunting');
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const data = mkdtempSync(join(tmpdir(), 'bunting-nobody-'));
  chmodSync(data, 0o777);
  const options = { ...nobody, cwd: '/', env: { PATH: '/nonexistent', HOME: data, PORT: String(port) } };
  return watch(
    spawn(process.execPath, [command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }),
  ).ended.finally(() => rmSync(data, { recursive: true, force: true }));
}

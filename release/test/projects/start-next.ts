import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findFreePort } from '@bunting/embedded-servers';
import { until } from '@bunting/testing';

/** Runs `next start` in a project that is built. */
export async function startNext(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<{ url: string; stop(): void }> {
  const port = await findFreePort();
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const args = [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`next start ended with exit code ${child.exitCode}`);
    return fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return { url, stop: () => void child.kill() };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../local/progress.mjs';
import { buildah } from './buildah.mjs';

/**
 * Opens an image of buildah, mounted. `start` runs its command as its user, with a read-only root file system and the
 * network of this machine; `files` is a folder that it finds as /mnt, and `data` one for its volume /data. Needs root.
 */
export async function openImage(name) {
  const container = await buildah('from', '--pull-never', name);
  const root = await buildah('mount', container);
  const { config } = JSON.parse(await buildah('inspect', '--type', 'image', name)).Docker;
  const inside = (command, options = {}) => enter(root, config, command, options);
  return {
    root,
    config,
    /** `entrypoint` and `args` as `docker run` has them. */
    start: ({ entrypoint = config.Entrypoint, args = config.Cmd ?? [], ...options }) =>
      inside([...entrypoint, ...args], options),
    checkHealth: (env) => inside(config.Healthcheck.Test.slice(1), { env }).ended,
    bytes: () => bytesBelow(root),
    async close() {
      await buildah('umount', container);
      await buildah('rm', container);
    },
  };
}

function enter(root, config, command, { env = {}, files, data }) {
  const variables = Object.fromEntries(config.Env.map((pair) => pair.split(/=(.*)/s)));
  // Every command after the mounts uses exec, so that signals reach the program itself, as they reach process 1 of a
  // container.
  const script = `
    set -e
    mount --bind "$ROOT" "$ROOT"
    mount -t proc proc "$ROOT/proc"
    mount --rbind /dev "$ROOT/dev"
    if test -n "$FILES"; then mount --bind "$FILES" "$ROOT/mnt"; fi
    if test -n "$DATA"; then mount --bind "$DATA" "$ROOT/data"; fi
    mount -o remount,bind,ro "$ROOT"
    exec chroot --userspec="$AS" "$ROOT" /usr/bin/env -i --chdir="$IN" "$@"`;
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', script, 'sh', ...pairs({ ...variables, ...env }), ...command],
    {
      env: {
        PATH: process.env.PATH,
        ROOT: root,
        AS: config.User,
        IN: config.WorkingDir || '/',
        FILES: files ?? '',
        DATA: data ?? '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return {
    ended,
    output: () => output,
    kill: (signal) => child.kill(signal),
    async untilAnswering(address) {
      for (let n = 0; n < 300 && child.exitCode === null; n += 1) {
        if (
          await fetch(address).then(
            (answer) => answer.ok,
            () => false,
          )
        )
          return;
        await sleep(100);
      }
      throw new Failure(`${command.join(' ')} did not answer at ${address}:\n${output}`);
    },
  };
}

function pairs(variables) {
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`);
}

function bytesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesBelow(path) : lstatSync(path).size);
  }, 0);
}

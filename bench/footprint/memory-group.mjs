// A control group of Linux (version 1 or 2) with a memory limit, like that of a container.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';
const versions = [
  {
    folder: join(root, 'memory'),
    has: 'memory.limit_in_bytes',
    limit: 'memory.limit_in_bytes',
    kills: 'memory.oom_control',
  },
  { folder: root, has: 'cgroup.controllers', limit: 'memory.max', kills: 'memory.events' },
];

/** Creates a group. Throws if that is not allowed: only root may, and rarely in a container. */
export function makeMemoryGroup(name, mebibytes) {
  const version = versions.find(({ folder, has }) => existsSync(join(folder, has)));
  if (version === undefined) throw new Error(`There are no control groups with memory below ${root}.`);
  const folder = join(version.folder, `bunting-bench-${process.pid}-${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, version.limit), String(mebibytes * 2 ** 20));
  return {
    folder,
    /** The number of processes that the kernel killed at the limit. */
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(folder, version.kills), 'utf8'))[1]),
    /** Call this when no process is in the group any more. */
    remove: () => rmdirSync(folder),
  };
}

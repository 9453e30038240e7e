// Starts child processes, each pinned to cores where the system supports it.
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;

/** The measured server has core 0; everything else runs on the other cores. */
export const serverCore = canPin ? '0' : undefined;
export const otherCores = canPin ? `1-${availableParallelism() - 1}` : undefined;

export function describePinning() {
  return canPin
    ? `the measured server alone on core ${serverCore}; load generator and Redis on core ${otherCores}`
    : 'no process pinned to a core (one core only, or no taskset)';
}

/** Starts a process. `group`: the folder of a control group that it joins before it starts. */
export function startNode(args, { core, env = process.env, node = process.execPath, group } = {}) {
  const command = [node, ...args];
  if (core !== undefined) command.unshift('taskset', '-c', core);
  if (group !== undefined) command.unshift('sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group);
  return spawn(command[0], command.slice(1), { env, stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Runs a process with `input` as its standard input and returns its output. */
export async function runNode(args, { input, ...options }) {
  const child = startNode(args, options);
  child.stdin.end(input);
  return text(child.stdout);
}

export function pin(pid, cores) {
  if (cores !== undefined) spawnSync('taskset', ['-a', '-cp', cores, String(pid)]);
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Returns the start time of a process in the format of the system, or undefined if the process does not run. */
export function beganAt(pid: number): string | undefined {
  if (existsSync('/proc/self/stat')) return beganAtByProc(pid);
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}

function beganAtByProc(pid: number): string | undefined {
  try {
    // proc(5): the state follows the name in parentheses, and the start time comes nineteen fields later.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : fields[18]; // a zombie has ended, even if its parent has not noticed
  } catch {
    return undefined;
  }
}

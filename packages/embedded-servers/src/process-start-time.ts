import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** When a process began, as the system writes it; undefined when it does not run (any more). */
export function beganAt(pid: number): string | undefined {
  if (existsSync('/proc/self/stat')) return beganAtByProc(pid);
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}

function beganAtByProc(pid: number): string | undefined {
  try {
    // proc(5): after the name in parentheses come the state and, nineteen fields on, the start time.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : fields[18]; // a zombie has ended, whatever its parent says
  } catch {
    return undefined;
  }
}

// Reads the processor time of a process and its children from /proc.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * Returns the processor time of `pid` and its children in seconds, including children that have ended. Linux only.
 */
export function processorSeconds(pid) {
  const family = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat !== undefined && (stat.pid === pid || stat.parent === pid));
  const ticks = family.map((stat) => stat.own + (stat.pid === pid ? stat.ended : 0));
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
}

function readStat(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name in parentheses may contain any character; the fields after it are numbers (proc_pid_stat(5)).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((n) => Number(fields[n]));
    return { pid: Number(name), parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined; // it has ended
  }
}

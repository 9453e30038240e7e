import { readFileSync, writeFileSync } from 'node:fs';

/** Measures a process through Linux' /proc, without its cooperation. */
export interface ProcessMeter {
  /** Returns the CPU time of the main thread, the one with the event loop. */
  cpuMs(): number;
  residentBytes(): number;
  /** Returns the peak of resident memory since `forgetPeak`. */
  peakBytes(): number;
  forgetPeak(): void;
}

export function createProcessMeter(pid: number): ProcessMeter {
  const status = (name: string) => {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'));
    return Number(line?.[1]) * 1024;
  };
  return {
    cpuMs: () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    residentBytes: () => status('VmRSS'),
    peakBytes: () => status('VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
  };
}

/** Returns the reason why this machine cannot measure; undefined if it can. */
export function whyUnmeasurable(): string | undefined {
  try {
    const meter = createProcessMeter(process.pid);
    meter.forgetPeak();
    if (meter.cpuMs() > 0 && meter.peakBytes() > 0) return undefined;
  } catch {
    // Told below.
  }
  return 'The fuzzer measures by /proc (schedstat, status, clear_refs) as Linux has it, which this machine does not.';
}

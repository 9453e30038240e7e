import type { Runtime } from './runtime.ts';

const parts = 10;

/**
 * Calls `work` after that time, unless the function that it returns is called before. Time in which the process was blocked, because it loads modules
 * or the machine is busy, is not counted. Otherwise an answer that arrived long ago would be late, because timers run before received data. Keeps the
 * process alive: a connection that is about to be reopened does not, and a process that awaits an answer would end before it.
 */
export function afterRunning(runtime: Runtime, work: () => void, delayMs: number): () => void {
  let left = parts;
  let stop = runtime.setTimeout(onPart, delayMs / parts, true);
  function onPart(): void {
    left -= 1;
    if (left === 0) work();
    else stop = runtime.setTimeout(onPart, delayMs / parts, true);
  }
  return () => stop();
}

import type { Runtime } from './runtime.ts';

const parts = 10;

/**
 * Calls `work` after that time, unless the function that it returns is called before. Time in which the process could not run is not counted: it loads
 * modules, or the machine is busy. Otherwise an answer that has arrived long ago would be late, because timers come before what was received. Keeps the
 * process alive: a connection that is about to be opened again does not, and a process that awaits an answer would end before it.
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

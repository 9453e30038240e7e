/** Calls `work` again and again, `intervalMs` after the last call has ended. */
export interface Poll {
  /** Calls `work` at once, unless it runs already; the interval begins anew. */
  now(): void;
  stop(): void;
}

/** @param options.work must not reject */
export function startPoll({ intervalMs, work }: { intervalMs: number; work: () => Promise<void> }): Poll {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStopped = false;

  async function run(): Promise<void> {
    if (isRunning || isStopped) return;
    clearTimeout(timer);
    isRunning = true;
    await work();
    isRunning = false;
    schedule();
  }
  function schedule(): void {
    if (!isStopped) timer = setTimeout(() => void run(), intervalMs);
  }

  schedule();
  return {
    now: () => void run(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

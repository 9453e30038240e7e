import type { Output } from '../command/context.ts';

export interface Progress {
  update(done: number): void;
  /** Removes the bar. */
  end(): void;
}

const barWidth = 30;
const minMsBetween = 80;

/**
 * Creates a progress bar on a terminal. It writes nothing elsewhere, because a bar would fill the log of a CI job.
 */
export function createProgress(output: Output, total: number, isCi: boolean): Progress {
  if (!output.isTTY || isCi) return { update() {}, end() {} };
  let drawnAt = 0;
  return {
    update(done) {
      const now = performance.now();
      if (now - drawnAt < minMsBetween) return;
      drawnAt = now;
      const filled = Math.round((done / Math.max(1, total)) * barWidth);
      output.write(`\r${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done}/${total} files`);
    },
    end() {
      if (drawnAt > 0) output.write('\r\u001b[2K');
    },
  };
}

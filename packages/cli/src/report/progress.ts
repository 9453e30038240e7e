import type { Output } from '../command/context.ts';

export interface Progress {
  update(done: number): void;
  /** Takes the bar away. */
  end(): void;
}

const barWidth = 30;
const leastMsBetween = 80;

/** A bar on a terminal; nothing at all elsewhere, so that a CI log keeps its plain lines. */
export function createProgress(output: Output, total: number, isCi: boolean): Progress {
  if (!output.isTTY || isCi) return { update() {}, end() {} };
  let drawnAt = 0;
  return {
    update(done) {
      const now = performance.now();
      if (now - drawnAt < leastMsBetween) return;
      drawnAt = now;
      const filled = Math.round((done / Math.max(1, total)) * barWidth);
      output.write(`\r${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done}/${total} files`);
    },
    end() {
      if (drawnAt > 0) output.write('\r\u001b[2K');
    },
  };
}

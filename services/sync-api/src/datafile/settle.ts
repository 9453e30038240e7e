import { withTimeout } from '@bunting/async';

/** Waits until the work has succeeded or failed, or for `maxMs`. Never rejects. */
export async function settle(work: Promise<unknown>, maxMs: number): Promise<void> {
  await withTimeout(work, maxMs, 'The work').catch(() => {});
}

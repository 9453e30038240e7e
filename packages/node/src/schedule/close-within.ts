import type { EventQueue } from '../events/event-queue.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { Runtime } from './runtime.ts';

const closeMs = 2_000;

interface Closed {
  readonly flush: () => Promise<unknown>;
  readonly requester: Requester;
  readonly queue: EventQueue;
  readonly reporter: Reporter;
  readonly onClose: () => void;
}

/** Flushes for at most two seconds, then closes everything. Never rejects. */
export async function closeWithin(
  runtime: Runtime,
  { flush, requester, queue, reporter, onClose }: Closed,
): Promise<void> {
  queue.stop();
  let stopTimer: (() => void) | undefined;
  const isLate = new Promise<void>((resolve) => (stopTimer = runtime.setTimeout(resolve, closeMs)));
  await Promise.race([flush().catch(() => {}), isLate]);
  stopTimer?.();
  onClose();
  requester.close();
  const left = queue.size();
  if (left > 0) reporter.report('events', 'closed', `${left} events couldn't be sent before closing.`);
  reporter.close();
}

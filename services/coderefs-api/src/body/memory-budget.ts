import { createShares } from '@bunting/async';
import { errors } from '@bunting/service';

/** Limits the memory of all snapshots that are being received, or of all answers that are being sent, so that many large ones cannot end the process. */
export interface MemoryBudget {
  open(organisationId: string): Account;
}

/** The share of one request. */
export interface Account {
  /**
   * Throws errors.bodyTooLarge if this request alone would use more than an organisation may, 503 if those of the organisation, or of all,
   * would use too much.
   */
  allocate(bytes: number): void;
  free(bytes: number): void;
  /** Frees everything. */
  close(): void;
}

/** Creates the budget. One organisation gets at most a quarter, however much it pushes at a time. */
export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const share = maxBytes / 4;
  const budget = createShares({
    total: maxBytes,
    share,
    refusals: { share: shareExceeded, total: errors.unavailable },
  });
  return {
    open(organisationId) {
      let own = 0;
      const free = (bytes: number) => {
        budget.release(organisationId, bytes);
        own -= bytes;
      };
      return {
        allocate(bytes) {
          if (own + bytes > share) throw errors.bodyTooLarge;
          budget.take(organisationId, bytes);
          own += bytes;
        },
        free: (bytes) => free(Math.min(bytes, own)),
        close: () => free(own),
      };
    },
  };
}

const shareExceeded = errors.organisationShareExceeded("this process's memory", {
  status: 503,
  retryAfterSeconds: 1,
});

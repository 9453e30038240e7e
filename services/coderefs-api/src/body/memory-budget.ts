import { errors } from '@bunting/http';

/** What all snapshots that are being taken in may hold in memory together, so that many large ones cannot end the process. */
export interface MemoryBudget {
  open(): Account;
}

/** The share of one request. */
export interface Account {
  /** Throws errors.unavailable when others hold too much, errors.bodyTooLarge when this one alone does. */
  take(bytes: number): void;
  /** Gives everything back. */
  close(): void;
}

export function createMemoryBudget(maxBytes: number): MemoryBudget {
  let held = 0;
  return {
    open() {
      let own = 0;
      return {
        take(bytes) {
          if (own + bytes > maxBytes) throw errors.bodyTooLarge;
          if (held + bytes > maxBytes) throw errors.unavailable;
          own += bytes;
          held += bytes;
        },
        close() {
          held -= own;
          own = 0;
        },
      };
    },
  };
}

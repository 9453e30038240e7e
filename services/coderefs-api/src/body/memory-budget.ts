import { errors } from '@bunting/service';

/** Limits the memory of all snapshots that are being received, or of all answers that are being sent, so that many large ones cannot end the process. */
export interface MemoryBudget {
  open(organisationId: string): Account;
}

/** The share of one request. */
export interface Account {
  /**
   * Throws errors.bodyTooLarge if this request alone would use more than an organisation may, errors.unavailable if all
   * requests together would use too much.
   */
  allocate(bytes: number): void;
  free(bytes: number): void;
  /** Frees everything. */
  close(): void;
}

/** One organisation gets at most a quarter, however much it pushes at a time. */
export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const perOrganisation = maxBytes / 4;
  const byOrganisation = new Map<string, number>();
  let used = 0;
  return {
    open(organisationId) {
      let own = 0;
      const ofOrganisation = () => byOrganisation.get(organisationId) ?? 0;

      function change(bytes: number): void {
        own += bytes;
        used += bytes;
        const total = ofOrganisation() + bytes;
        if (total === 0) byOrganisation.delete(organisationId);
        else byOrganisation.set(organisationId, total);
      }

      return {
        allocate(bytes) {
          if (own + bytes > perOrganisation) throw errors.bodyTooLarge;
          if (ofOrganisation() + bytes > perOrganisation || used + bytes > maxBytes) throw errors.unavailable;
          change(bytes);
        },
        free: (bytes) => change(-Math.min(bytes, own)),
        close: () => change(-own),
      };
    },
  };
}

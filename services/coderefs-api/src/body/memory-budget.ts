import { errors } from '@bunting/service';

/** What all snapshots that are being taken in may hold in memory together, so that many large ones cannot end the process. */
export interface MemoryBudget {
  open(organisationId: string): Account;
}

/** The share of one request. */
export interface Account {
  /**
   * Throws errors.bodyTooLarge when this one alone would hold more than an organisation may, errors.unavailable when others
   * hold too much.
   */
  take(bytes: number): void;
  give(bytes: number): void;
  /** Gives everything back. */
  close(): void;
}

/** One organisation holds at most a quarter, whatever it pushes at a time. */
export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const perOrganisation = maxBytes / 4;
  const ofOrganisations = new Map<string, number>();
  let held = 0;
  return {
    open(organisationId) {
      let own = 0;
      const ofOrganisation = () => ofOrganisations.get(organisationId) ?? 0;

      function change(bytes: number): void {
        own += bytes;
        held += bytes;
        const left = ofOrganisation() + bytes;
        if (left === 0) ofOrganisations.delete(organisationId);
        else ofOrganisations.set(organisationId, left);
      }

      return {
        take(bytes) {
          if (own + bytes > perOrganisation) throw errors.bodyTooLarge;
          if (ofOrganisation() + bytes > perOrganisation || held + bytes > maxBytes) throw errors.unavailable;
          change(bytes);
        },
        give: (bytes) => change(-Math.min(bytes, own)),
        close: () => change(-own),
      };
    },
  };
}

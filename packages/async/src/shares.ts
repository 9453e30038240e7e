/** The use of a limited resource (connections, bytes, …) by its owners: organisations, addresses, people. */
export interface Shares {
  /** Throws the refusal of the bound that the amount (1 by default) would exceed; then nothing is taken. */
  take(owner: string, amount?: number): void;
  /** Gives back as much as was taken. */
  release(owner: string, amount?: number): void;
  /** Returns the amount taken by all owners, or by this one. */
  taken(owner?: string): number;
}

/** The total, the share of one owner, and the errors beyond these bounds. */
export interface SharesOptions {
  /** Infinity = any amount, as long as no owner exceeds its share. */
  readonly total: number;
  /** Absent = a quarter of the total. */
  readonly share?: number | undefined;
  readonly refusals: ShareRefusals;
}

/** The errors beyond the bounds of a shared resource. */
export interface ShareRefusals {
  /** The owner has its share. */
  readonly share: Error;
  /** All owners together have everything. */
  readonly total: Error;
}

/** Returns the part of a resource that one organisation may have: a quarter, and at least one. */
export function getQuarter(total: number): number {
  return Math.max(1, Math.floor(total / 4));
}

/** Counts in memory, because what is shared is this process. An owner that has taken nothing uses no memory. */
export function createShares({ total, share = getQuarter(total), refusals }: SharesOptions): Shares {
  const owners = new Map<string, number>();
  let all = 0;

  function change(owner: string, amount: number): void {
    all += amount;
    const taken = (owners.get(owner) ?? 0) + amount;
    if (taken === 0) owners.delete(owner);
    else owners.set(owner, taken);
  }

  return {
    take(owner, amount = 1) {
      if (all + amount > total) throw refusals.total;
      if ((owners.get(owner) ?? 0) + amount > share) throw refusals.share;
      change(owner, amount);
    },
    release: (owner, amount = 1) => change(owner, -amount),
    taken: (owner) => (owner === undefined ? all : (owners.get(owner) ?? 0)),
  };
}

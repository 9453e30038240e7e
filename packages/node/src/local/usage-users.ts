/** A user as the service gets them. */
export type UsageUser = { readonly id: string } | { readonly email: string };

/** The users of this month, each of whom is sent once. */
export interface UsageUsers {
  /** Adds a user; both undefined = anonymous. */
  add(userId: string | undefined, email: string | undefined): void;
  take(max: number): { readonly users: readonly UsageUser[]; readonly anonymous: boolean };
  restore(taken: ReturnType<UsageUsers['take']>): void;
  isEmpty(): boolean;
  /** Starts anew in another month. */
  setMonth(month: string): void;
}

/** The maximum of remembered users: beyond it, users are sent once more, and the service counts them once. */
export const maxUsers = 100_000;
/** The maximum of characters that the service accepts. */
const maxNameLength = 500;

export function createUsageUsers(): UsageUsers {
  /** The users of this month that were sent, or wait to be. */
  const known = new Set<string>();
  const waiting = new Map<string, UsageUser>();
  let isAnonymous = false;
  let month = '';

  function addNew(identity: string, user: UsageUser): void {
    // A user who is not added now is added at a later evaluation.
    if (identity.length > maxNameLength || waiting.size >= maxUsers) return;
    if (known.size >= maxUsers) known.clear();
    known.add(identity);
    waiting.set(identity, user);
  }

  return {
    add(userId, email) {
      if (userId !== undefined && userId !== '') {
        if (!known.has(userId)) addNew(userId, { id: userId });
      } else if (email === undefined) isAnonymous = true;
      else {
        const identity = email.toLowerCase();
        if (!known.has(identity)) addNew(identity, { email });
      }
    },
    take(max) {
      const taken = [...waiting].slice(0, max);
      for (const [identity] of taken) waiting.delete(identity);
      const anonymous = isAnonymous;
      isAnonymous = false;
      return { users: taken.map(([, user]) => user), anonymous };
    },
    restore({ users, anonymous }) {
      for (const user of users) waiting.set('id' in user ? user.id : user.email.toLowerCase(), user);
      isAnonymous ||= anonymous;
    },
    isEmpty: () => waiting.size === 0 && !isAnonymous,
    setMonth(present) {
      if (present !== month) known.clear();
      month = present;
    },
  };
}

import type { Runtime } from '../schedule/runtime.ts';

/** Users whom the service refused because the plan's users of this month are used up: no request is sent for them before the next month. */
export interface RefusedUsers {
  has(user: string): boolean;
  add(user: string): void;
}

export const maxRefusedUsers = 10_000;

export function createRefusedUsers(runtime: Runtime): RefusedUsers {
  const refused = new Set<string>();
  let month = '';

  function forgetLastMonth(): void {
    const now = new Date(runtime.date()).toISOString().slice(0, 7);
    if (now !== month) refused.clear();
    month = now;
  }

  return {
    has(user) {
      if (refused.size === 0) return false;
      forgetLastMonth();
      return refused.has(user);
    },
    add(user) {
      forgetLastMonth();
      if (refused.size >= maxRefusedUsers) refused.delete(refused.values().next().value!);
      refused.add(user);
    },
  };
}

import type { Runtime } from '../schedule/runtime.ts';

/** The variation that a user was last served. */
export interface ServedVariation {
  readonly variation: string;
  /** An event takes it; then it is undefined. */
  trace: string | undefined;
  readonly at: number;
}

/** The variations that were served lately, for the events of their users. `user` is a text that identifies them. */
export interface ServedVariations {
  add(user: string, variable: string, variation: string, trace: string | undefined): void;
  find(user: string, variable: string): ServedVariation | undefined;
  /** Returns the variables that the user was served, the latest first. */
  getVariables(user: string): string[];
}

/** The service accepts a trace for five minutes; events wait for some seconds. */
export const maxAgeMs = 4.5 * 60_000;
export const maxServedVariations = 10_000;

export function createServedVariations(runtime: Runtime, max = maxServedVariations): ServedVariations {
  /** The user who was served the longest ago is first. */
  const users = new Map<string, Map<string, ServedVariation>>();
  let size = 0;

  function drop(user: string): void {
    size -= users.get(user)?.size ?? 0;
    users.delete(user);
  }

  const isKept = ({ at }: ServedVariation) => runtime.now() - at < maxAgeMs;

  return {
    add(user, variable, variation, trace) {
      const variables = users.get(user) ?? new Map<string, ServedVariation>();
      users.delete(user);
      users.set(user, variables);
      if (variables.delete(variable)) size -= 1;
      variables.set(variable, { variation, trace, at: runtime.now() });
      size += 1;
      for (const [oldest, { size: own }] of users) {
        if (size <= max) break;
        if (oldest !== user) drop(oldest);
        else if (own > 1) {
          variables.delete(variables.keys().next().value!);
          size -= 1;
        }
      }
    },
    find(user, variable) {
      const served = users.get(user)?.get(variable);
      return served !== undefined && isKept(served) ? served : undefined;
    },
    getVariables(user) {
      return [...(users.get(user) ?? [])]
        .filter(([, served]) => isKept(served))
        .map(([variable]) => variable)
        .toReversed();
    },
  };
}

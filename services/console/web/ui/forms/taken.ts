/** What has a name that somebody wanted to give, as a refusal says it: `There is a feature "checkout" already.` Undefined = it says of none. */
export function takenBy(problem: unknown): { readonly noun: string; readonly slug: string } | undefined {
  const { code, message = '', details = [] } = (problem ?? {}) as Refusal;
  if (code !== 'taken') return undefined;
  // A variable is part of a feature, which its detail names.
  for (const { message: said } of details) {
    const owner = /^belongs to the feature (\S+)$/.exec(said)?.[1];
    if (owner !== undefined) return { noun: 'feature', slug: owner };
  }
  const [, noun, slug] = /^There is an? (\w+) "([^"]+)" already\.$/.exec(message) ?? [];
  return noun === undefined || slug === undefined ? undefined : { noun, slug };
}

interface Refusal {
  readonly code?: string | undefined;
  readonly message?: string;
  readonly details?: readonly { readonly message: string }[];
}

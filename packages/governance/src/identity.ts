/** All requests without a stable identity share this one slot (contract §8 rule 1). */
export const anonymousIdentity = 'anon:unidentified';

/** By what a user counts among the monthly active: id, else e-mail address in lower case; undefined = anonymous. */
export function identityOf(context: {
  readonly userId: string | undefined;
  readonly email: string | undefined;
}): string | undefined {
  return context.userId || context.email?.toLowerCase() || undefined;
}

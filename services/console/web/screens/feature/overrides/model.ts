/** Returns why overrides do not apply; undefined = they apply. */
export function unservedSentence(
  status: string,
  targeting: unknown,
  environment: string,
): string | undefined {
  if (status === 'archived') return 'The feature is archived, so nothing is served, not even overrides.';
  if (status === 'complete')
    return 'The feature is complete, so everyone gets the default. Overrides apply again once it is live.';
  const isOff = (targeting as { enabled?: boolean } | null | undefined)?.enabled === false;
  return isOff ? `Targeting is off in ${environment}, so overrides don’t apply.` : undefined;
}

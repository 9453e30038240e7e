/** Why nothing of what is pinned is served; undefined = it is. */
export function unservedSentence(
  status: string,
  targeting: unknown,
  environment: string,
): string | undefined {
  if (status === 'archived') return 'The feature is archived: nothing of it is served, overrides neither.';
  if (status === 'complete')
    return 'The feature is complete: everybody gets the default. Overrides do not serve until it is live again.';
  const isOff = (targeting as { enabled?: boolean } | null | undefined)?.enabled === false;
  return isOff ? `Targeting is off in ${environment}: overrides do not serve until it is on.` : undefined;
}

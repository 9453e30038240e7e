/**
 * Search parameters of addresses: what is not understood is left out, so that an old link still opens its page. It is undefined rather than
 * absent, because the router puts what a route has read over what the address says.
 */
type Readers = Readonly<Record<string, (given: unknown) => string | undefined>>;
type Read<Of extends Readers> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]>> };

export const word = (given: unknown): string | undefined =>
  (typeof given === 'string' && given !== '') || typeof given === 'number' ? String(given) : undefined;

export const oneOf =
  <const Word extends string>(...words: readonly Word[]) =>
  (given: unknown): Word | undefined =>
    words.find((each) => each === given);

export function readSearch<Of extends Readers>(
  given: Readonly<Record<string, unknown>>,
  readers: Of,
): Read<Of> {
  const said = Object.entries(readers).filter(([name]) => given[name] !== undefined);
  return Object.fromEntries(said.map(([name, read]) => [name, read(given[name])])) as Read<Of>;
}

/** Parameters that are words, by their names. */
export function words<const Name extends string>(...names: readonly Name[]): Record<Name, typeof word> {
  return Object.fromEntries(names.map((name) => [name, word])) as Record<Name, typeof word>;
}

/** What the address of the audit log filters by, and the record that is open. */
export const auditParameters = [
  'project',
  'feature',
  'actor',
  'action',
  'from',
  'to',
  'environment',
  'source',
  'text',
  'record',
  'change',
] as const;

/**
 * Readers of search parameters. Invalid values are dropped, so that old links still work. They are set to undefined rather than removed,
 * because the router merges the result over the address.
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

/** Returns readers of text parameters, by name. */
export function words<const Name extends string>(...names: readonly Name[]): Record<Name, typeof word> {
  return Object.fromEntries(names.map((name) => [name, word])) as Record<Name, typeof word>;
}

/** The filters of the audit log and the open record, as search parameters. */
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

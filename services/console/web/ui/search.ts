/** Search parameters of addresses: what is not understood is left out, so that an old link still opens its page. */
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
  const entries = Object.entries(readers).map(([name, read]) => [name, read(given[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Read<Of>;
}

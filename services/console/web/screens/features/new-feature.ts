/** The body of a new feature, from the values of its dialog. Pure. */
import { toSlug } from '../../design/forms/to-slug.ts';

export type VariableType = 'boolean' | 'string' | 'number' | 'json';

export interface NewFeature {
  readonly name: string;
  readonly slug: string;
  readonly type: VariableType;
  /** As typed, for types other than boolean. */
  readonly values: readonly [string, string];
  /** By environment: the index of a variation, or nothing. */
  readonly defaults: Readonly<Record<string, 0 | 1 | undefined>>;
}

export interface Variation {
  readonly slug: string;
  readonly name: string;
  readonly value: unknown;
}

/** Returns the variations: off and on for booleans, else one for each value; undefined in place of a value that is not valid yet. */
export function toVariations({
  type,
  values,
}: Pick<NewFeature, 'type' | 'values'>): (Variation | undefined)[] {
  if (type === 'boolean') {
    return [
      { slug: 'off', name: 'Off', value: false },
      { slug: 'on', name: 'On', value: true },
    ];
  }
  const names = values.map(
    (text, index) => (type === 'json' ? '' : toSlug(text)) || ['first', 'second'][index]!,
  );
  return values.map((text, index) => {
    const value = valueOf(type, text);
    if (value === undefined) return undefined;
    const isTwice = names[0] === names[1];
    const slug = isTwice ? ['first', 'second'][index]! : names[index]!;
    const name = type === 'string' && !isTwice && text.trim() !== '' ? text.slice(0, 200) : slug;
    return { slug, name, value };
  });
}

function valueOf(type: VariableType, text: string): unknown {
  if (type === 'string') return text;
  try {
    const value: unknown = JSON.parse(text);
    return type === 'number' && typeof value !== 'number' ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Returns the body of the request, with the defaults of each environment; undefined if a value is missing. */
export function toBody(wanted: NewFeature) {
  const { name, slug, type, defaults } = wanted;
  const variations = toVariations(wanted);
  if (!variations.every((each) => each !== undefined)) return undefined;
  const environments = Object.fromEntries(
    Object.entries(defaults).flatMap(([env, index]) =>
      index === undefined ? [] : [[env, { defaults: { [slug]: variations[index]!.slug } }] as const],
    ),
  );
  return {
    slug,
    name,
    variables: [{ slug, type }],
    variations: variations.map((each) => ({
      slug: each.slug,
      name: each.name,
      values: { [slug]: each.value },
    })),
    ...(Object.keys(environments).length > 0 && { environments }),
  };
}

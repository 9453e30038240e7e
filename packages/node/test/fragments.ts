/** Parts of datafiles for unit tests. */

/** Returns a feature with one boolean variable of its name; everybody gets `on`. */
export function featureDocument(slug: string, isOn: boolean, parts: object = {}) {
  return {
    id: idOf(slug),
    slug,
    status: 'live',
    salt: 'salt',
    variables: [{ id: idOf(`${slug} variable`), slug, default_variation: isOn ? 'on' : 'off' }],
    variations: [
      { id: idOf(`${slug} off`), slug: 'off', values: [false] },
      { id: idOf(`${slug} on`), slug: 'on', values: [true] },
    ],
    targeting: null,
    overrides: {},
    ...parts,
  };
}

/** Returns targeting that serves `on` to users with this country. */
export const toCountry = (country: string) =>
  targetingOf({ property: 'country', operator: 'is', values: [country] });

/** Returns targeting that serves `on` to users of a segment. */
export const toSegment = (slug: string) =>
  targetingOf({ property: 'segment', operator: 'in_segment', values: [slug] });

function targetingOf(condition: object) {
  const rule = { name: 'Some', any_of: [{ all_of: [condition] }], serve: { variation: 'on' } };
  return { targeting: { enabled: true, rules: [rule] } };
}

/** Returns a segment of the users of a country. */
export function segmentDocument(slug: string, country: string) {
  const condition = { property: 'country', operator: 'is', values: [country] };
  return { id: idOf(slug), slug, any_of: [{ all_of: [condition] }] };
}

export const feature = (slug: string, isOn: boolean, parts: object = {}) => ({
  kind: 'feature' as const,
  id: idOf(slug),
  document: featureDocument(slug, isOn, parts),
});

export const segment = (slug: string, country: string) => ({
  kind: 'segment' as const,
  id: idOf(slug),
  document: segmentDocument(slug, country),
});

export const gone = (kind: 'feature' | 'segment', slug: string) => ({ kind, id: idOf(slug), document: null });

/** Returns a feature that the service must evaluate. */
export const remoteFeature = (slug: string) => ({
  kind: 'feature' as const,
  id: idOf(slug),
  document: { id: idOf(slug), slug, remote: true, variables: [{ slug }] },
});

export interface Message {
  readonly version: number;
  readonly since: number | null;
  readonly environment: string;
  readonly project: string;
  readonly organisation: string;
  readonly fragments: readonly {
    readonly kind: 'feature' | 'segment';
    readonly id: string;
    readonly document: Readonly<Record<string, unknown>> | null;
  }[];
}

export function createMessage(
  version: number,
  fragments: Message['fragments'],
  since: number | null = null,
): Message {
  return { version, since, environment: 'production', project: 'web', organisation: 'acme', fragments };
}

function idOf(name: string): string {
  return `id of ${name}`;
}

/** Texts of a feature's dialogs. Pure. */
import type { Environment, Feature, ServedSummary } from '../../api/types.ts';

export type Status = Feature['status'];

export const statusMeanings: Readonly<Record<Status, string>> = {
  live: 'Each environment serves its rules, overrides and defaults.',
  complete: 'Targeting ends. Everyone gets the default of each environment.',
  archived: 'Nothing is served. Apps use their code defaults.',
};

/** Describes for each environment what it will serve under a status. */
export function servedThen(
  status: Status,
  { variables, variations }: Pick<Feature, 'variables' | 'variations'>,
  served: Readonly<Record<string, ServedSummary>>,
  environments: readonly Pick<Environment, 'slug' | 'name' | 'protected'>[],
): { readonly environment: string; readonly isProtected: boolean; readonly serves: string }[] {
  const nameOf = (slug: string) => variations.find((each) => each.slug === slug)?.name || slug;
  return environments.map(({ slug, name, protected: isProtected }) => {
    const summary = served[slug];
    const given = variables.flatMap((variable) => {
      const variation = summary?.defaults[variable.slug];
      return variation === undefined ? [] : [`${variable.slug} ${nameOf(variation)}`];
    });
    const byDefault = given.length === 0 ? 'nothing' : given.join(', ');
    const serves = {
      archived: 'nothing',
      complete: byDefault,
      live: summary === undefined ? byDefault : servedLive(summary, byDefault),
    }[status];
    return { environment: name, isProtected, serves };
  });
}

/** Describes a live feature. Overrides come before rules; neither applies while targeting is off, nor do disabled rules. */
function servedLive(summary: ServedSummary, byDefault: string): string {
  if (summary.targeting === 'off') return 'nothing (targeting is off)';
  const deciding = [overridesOf(summary.override_count), rulesOf(summary)].filter((each) => each !== '');
  if (deciding.length === 0) return byDefault;
  return `${new Intl.ListFormat('en-GB').format(deciding)}, otherwise ${byDefault}`;
}

function overridesOf(count: number): string {
  if (count === 0) return '';
  // The server stops counting there.
  if (count >= 1_000) return '1,000 or more overrides';
  return count === 1 ? '1 override' : `${count} overrides`;
}

/** Counts the enabled rules. The summary has only the first rules of a long list. */
function rulesOf({ targeting, rules, rule_count: count }: ServedSummary): string {
  if (targeting !== 'on') return '';
  if (count > rules.length) return `the enabled ones of ${count} rules`;
  const enabled = rules.filter((rule) => rule.enabled).length;
  if (enabled === 0) return '';
  return enabled === 1 ? '1 rule' : `${enabled} rules`;
}

export const kinds = {
  release: 'Release',
  experiment: 'Experiment',
  operational: 'Operational',
  permission: 'Permission',
  kill_switch: 'Kill switch',
} as const;

/** The labels of a feature's metadata, in the order of the form. */
export const detailLabels = {
  description: 'Description',
  owners: 'Owners',
  tags: 'Tags',
  links: 'Links',
  kind: 'Kind',
  permanent: 'Permanent',
  expected_until: 'Expected end date',
  snoozed_until: 'Snooze clean-up until',
} as const;

export type Details = Pick<Feature, keyof typeof detailLabels>;

/** Returns the details of a feature. */
export const toDetails = (feature: Feature): Details => ({
  description: feature.description,
  owners: feature.owners,
  tags: feature.tags,
  links: feature.links,
  kind: feature.kind,
  permanent: feature.permanent,
  expected_until: feature.expected_until,
  snoozed_until: feature.snoozed_until,
});

/** Formats details as in the form. */
export const inWords = ({ links, kind, permanent, ...rest }: Partial<Details>) => ({
  ...rest,
  ...(links && { links: formatLinks(links) }),
  ...(kind && { kind: kinds[kind] }),
  ...(permanent !== undefined && { permanent: permanent ?? 'default for its kind' }),
});

/** Returns the changed details. Links are compared as text, because the order of their properties does not matter. */
export function changedDetails<Given extends Partial<Details>>(
  given: Given,
  stored: Partial<Details>,
): Partial<Given> {
  const [own, now]: Readonly<Record<string, unknown>>[] = [inWords(given), inWords(stored)];
  const isChanged = ([name]: [string, unknown]) => JSON.stringify(own![name]) !== JSON.stringify(now![name]);
  return Object.fromEntries(Object.entries(given).filter(isChanged)) as Partial<Given>;
}

/** Splits tags or owners, without duplicates. Owners can contain spaces. */
export function listed(text: string, separator: RegExp): string[] {
  return [...new Set(text.split(separator).map((each) => each.trim()))].filter((each) => each !== '');
}

/** Parses links, one per line: a URL and an optional title. */
export function parseLinks(text: string): { url: string; title?: string }[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [url = '', ...words] = line.split(/\s+/);
      return { url, ...(words.length > 0 && { title: words.join(' ') }) };
    });
}

export function formatLinks(links: readonly { readonly url: string; readonly title?: string }[]): string {
  return links.map(({ url, title }) => (title === undefined ? url : `${url} ${title}`)).join('\n');
}

import type { FeatureFilter } from '../../api/queries/project.ts';
import type { Environment, ServedSummary } from '../../api/types.ts';

/** What a cell of the list says of an environment: a word, and the shares that are drawn beside it. */
export interface State {
  readonly word: string;
  readonly tone: 'on' | 'off' | 'plain';
  readonly shares: readonly { readonly variation: string; readonly weight: number }[];
}

export function stateOf(
  { targeting, rules, rule_count: count, defaults }: ServedSummary,
  status: string,
): State {
  const served = [...new Set(Object.values(defaults))];
  const shares = served.length === 1 ? [{ variation: served[0]!, weight: 100 }] : [];
  const toEverybody: State = { word: served.length === 0 ? 'nothing' : 'default', tone: 'plain', shares };
  if (status === 'archived') return { word: 'nothing', tone: 'off', shares: [] };
  if (status === 'complete') return toEverybody;
  if (targeting === 'off') return { word: 'off', tone: 'off', shares: [] };
  if (targeting === 'none') return toEverybody;
  const first = rules.find(({ enabled }) => enabled);
  if (count === 0 || first === undefined) return { word: 'no rules', tone: 'on', shares };
  return { word: count === 1 ? '1 rule' : `${count} rules`, tone: 'on', shares: first.serves };
}

/** What the address of the list says. */
export interface ListSearch {
  readonly text?: string;
  readonly status?: string;
  readonly env?: string;
  readonly state?: 'none' | 'off' | 'on';
  readonly tag?: string;
  readonly owner?: string;
  /** Not in the code of any repository. */
  readonly code?: 'none';
  readonly sort?: 'name' | '-name' | '-slug' | 'updated' | '-updated' | 'evaluated' | '-evaluated';
  readonly view?: 'advice';
  readonly verdict?: 'delete' | 'archive' | 'remove_code' | 'finish' | 'keep';
}

export const verdictWords = {
  delete: 'Delete',
  archive: 'Archive',
  remove_code: 'Remove from code',
  finish: 'Finish',
  keep: 'Keep',
} as const;

const sorts = { slug: 'slug', name: 'name', updated: 'updated_at', evaluated: 'last_evaluated_at' } as const;

/** What the server is asked for. A state without an environment is left out: an address may have been cut. */
export function filterOf({ text, status, env, state, tag, owner, code, sort }: ListSearch): FeatureFilter {
  const isDown = sort?.startsWith('-') ?? false;
  const name = (isDown ? sort?.slice(1) : sort) ?? 'slug';
  return {
    text,
    status,
    tag,
    owner,
    ...(env !== undefined && state !== undefined && { env, state }),
    ...(code !== undefined && { referenced: false }),
    sort: sorts[name as keyof typeof sorts],
    order: isDown ? 'desc' : 'asc',
  };
}

/** Whether something is searched or filtered, so that nothing found is no empty project. */
export function isFiltered({ text, status, state, tag, owner, code, verdict }: ListSearch): boolean {
  return [text, status, state, tag, owner, code, verdict].some((each) => each !== undefined);
}

/** What was searched, where nothing was found. */
export function nothingFound({ text, ...filters }: ListSearch): string {
  if (text === undefined) return 'No feature is as these filters say.';
  const found = `No feature has “${text}” in its name, slug, description or variables`;
  return isFiltered(filters) ? `${found} and is as the other filters say.` : `${found}.`;
}

/** Whether these are all features of the project, and no application has asked for any of them. */
export function isUnasked(
  rows: readonly { readonly last_evaluated_at: string | null }[],
  search: ListSearch,
  hasMore: boolean,
): boolean {
  return !isFiltered(search) && !hasMore && rows.every(({ last_evaluated_at: at }) => at === null);
}

export interface Column {
  readonly key: string;
  readonly label: string;
  /** Before somebody chooses. */
  readonly isShown: boolean;
  readonly environment?: Environment;
  /** The one that a narrow page has room for. */
  readonly isNarrow?: boolean;
}

/** All columns but the first, which is always shown. Of many environments the first four are shown at first. */
export function columnsOf(environments: readonly Environment[]): readonly Column[] {
  const ofEnvironments = environments.map((environment, index) => ({
    key: `env:${environment.slug}`,
    label: environment.name,
    isShown: index < 4,
    environment,
  }));
  return [
    { key: 'status', label: 'Status', isShown: true },
    ...ofEnvironments,
    { key: 'evaluated', label: 'Evaluated', isShown: true },
    { key: 'changed', label: 'Changed', isShown: true },
    { key: 'tags', label: 'Tags', isShown: false },
    { key: 'owners', label: 'Owners', isShown: false },
    { key: 'code', label: 'In code', isShown: false },
  ];
}

export function shownColumns(
  columns: readonly Column[],
  chosen: Readonly<Record<string, boolean>> = {},
): readonly Column[] {
  return columns.filter(({ key, isShown }) => chosen[key] ?? isShown);
}

/** Which environment a narrow page shows, by its slug: that of last time, else the first one. */
export function narrowOf(columns: readonly Column[], last: string | undefined): string | undefined {
  const slugs = columns.flatMap(({ environment }) => (environment ? [environment.slug] : []));
  return slugs.find((slug) => slug === last) ?? slugs[0];
}

/** The same with the environment marked that a narrow page shows. */
export function withNarrow(columns: readonly Column[], narrow: string | undefined): readonly Column[] {
  return columns.map((column) =>
    column.environment && column.environment.slug === narrow ? { ...column, isNarrow: true } : column,
  );
}

/** Who made a change, as a narrow column has room for: the name before the @. */
export function shortName(actor: string): string {
  return actor.split('@')[0] || actor;
}

/** The rows from one to another, whichever comes first; `from` may be gone. */
export function rangeOf(slugs: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [first, last] = [from === undefined ? -1 : slugs.indexOf(from), slugs.indexOf(to)].toSorted(
    (a, b) => a - b,
  ) as [number, number];
  return first < 0 ? [to] : slugs.slice(first, last + 1);
}

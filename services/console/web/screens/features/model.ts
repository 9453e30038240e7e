import type { FeatureFilter } from '../../api/queries/project.ts';
import type { Environment, ServedSummary } from '../../api/types.ts';
import { targetingStates } from '../../flags/targeting-states.ts';
import type { ActiveFilter } from '../../design/filters/filter-bar.tsx';

/** The state of a feature in an environment, as a cell of the list shows it. */
interface CellState {
  readonly tone: 'on' | 'off' | 'plain';
  /** Absent where one variation is the default. */
  readonly text?: string;
  /** The default of every variable. */
  readonly variation?: string;
  readonly details: readonly string[];
}

/** Returns the default first: it is what most users get, whatever the first rule serves. */
export function getCellState(
  { targeting, rules, rule_count: ruleCount, defaults, override_count: overrideCount }: ServedSummary,
  status: string,
): CellState {
  if (status === 'archived') return { text: 'Not served', tone: 'off', details: [] };
  const isLive = status === 'live';
  const details = isLive && overrideCount > 0 ? [countOf(overrideCount, 'override')] : [];
  if (isLive && targeting === 'off') return { text: targetingStates.off, tone: 'off', details };
  const isTargeted = isLive && targeting === 'on';
  // The summary lists the first rules only.
  const isActive = ruleCount > rules.length || rules.some(({ enabled }) => enabled);
  const [variation, ...rest] = new Set(Object.values(defaults));
  return {
    ...(variation === undefined
      ? { text: isTargeted ? 'No default' : 'Not set' }
      : rest.length > 0
        ? { text: 'Mixed defaults' }
        : { variation }),
    tone: isTargeted ? 'on' : 'plain',
    details: [...(isTargeted ? [isActive ? countOf(ruleCount, 'rule') : 'No active rules'] : []), ...details],
  };
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The search parameters of the list. */
export interface ListSearch {
  readonly text?: string;
  readonly status?: string;
  readonly env?: string;
  readonly state?: 'none' | 'off' | 'on';
  readonly tag?: string;
  readonly owner?: string;
  /** Not referenced in the code of any repository. */
  readonly code?: 'none';
  readonly sort?: 'name' | '-name' | '-slug' | 'updated' | '-updated' | 'evaluated' | '-evaluated';
  readonly view?: 'advice';
  readonly verdict?: 'delete' | 'archive' | 'remove_code' | 'finish' | 'keep';
}

export type ChangeSearch = (changed: Partial<Record<keyof ListSearch, string | undefined>>) => void;

export const verdictNames = {
  delete: 'Delete',
  archive: 'Archive',
  remove_code: 'Remove from code',
  finish: 'Finish',
  keep: 'Keep',
} as const;

const sorts = { slug: 'slug', name: 'name', updated: 'updated_at', evaluated: 'last_evaluated_at' } as const;

/** Returns the filter of the request. A state without an environment is ignored, because addresses get cut. */
export function toFilter({ text, status, env, state, tag, owner, code, sort }: ListSearch): FeatureFilter {
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

/** Tells an empty result from an empty project. */
export function isFiltered({ text, status, state, tag, owner, code, verdict }: ListSearch): boolean {
  return [text, status, state, tag, owner, code, verdict].some((each) => each !== undefined);
}

/** Returns the text of an empty result. */
export function nothingFound({ text, ...filters }: ListSearch): string {
  if (text === undefined) return 'No features match these filters.';
  const found = `No feature has “${text}” in its name, slug, description or variables`;
  return isFiltered(filters) ? `${found} and matches the other filters.` : `${found}.`;
}

/** Returns true if these are all features of the project, and none was ever evaluated. */
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
  /** By default. */
  readonly isShown: boolean;
  readonly environment?: Environment;
  /** The one environment that a narrow page shows. */
  readonly isNarrow?: boolean;
}

/** Returns all columns except the first, which is always shown. Of many environments, four are shown by default. */
export function listColumns(environments: readonly Environment[]): readonly Column[] {
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

/** Returns the slug of the environment that a narrow page shows: the last one that was open, else the first. */
export function getNarrowColumn(columns: readonly Column[], last: string | undefined): string | undefined {
  const slugs = columns.flatMap(({ environment }) => (environment ? [environment.slug] : []));
  return slugs.find((slug) => slug === last) ?? slugs[0];
}

/** Marks the environment that a narrow page shows. */
export function withNarrow(columns: readonly Column[], narrow: string | undefined): readonly Column[] {
  return columns.map((column) =>
    column.environment && column.environment.slug === narrow ? { ...column, isNarrow: true } : column,
  );
}

/** Returns the part of an e-mail address before the @, which fits a narrow column. */
export function shortName(actor: string): string {
  return actor.split('@')[0] || actor;
}

/** Returns the slugs from one row to another, in the order of the list; `from` may no longer be listed. */
export function getRange(slugs: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [first, last] = [from === undefined ? -1 : slugs.indexOf(from), slugs.indexOf(to)].toSorted(
    (a, b) => a - b,
  ) as [number, number];
  return first < 0 ? [to] : slugs.slice(first, last + 1);
}

/** Returns the filters of the Filter button that are set, as its chips show them. */
export function listActiveFilters(
  { env, state, code, tag, owner }: ListSearch,
  environments: readonly Environment[],
): readonly ActiveFilter<Partial<Record<keyof ListSearch, string | undefined>>>[] {
  const name = environments.find(({ slug }) => slug === env)?.name ?? env;
  return [
    ...(env !== undefined && state !== undefined
      ? [{ label: `${name}: ${targetingStates[state]}`, cleared: { env: undefined, state: undefined } }]
      : []),
    ...(code === undefined ? [] : [{ label: 'Not referenced in code', cleared: { code: undefined } }]),
    ...(tag === undefined ? [] : [{ label: `Tag: ${tag}`, cleared: { tag: undefined } }]),
    ...(owner === undefined ? [] : [{ label: `Owner: ${owner}`, cleared: { owner: undefined } }]),
  ];
}

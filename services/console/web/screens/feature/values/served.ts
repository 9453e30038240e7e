/** The environments that serve parts of the grid, and the permissions that follow. Pure. */
import { getDeniedReason, type OwnMembership } from '../../../api/session/denied-reason.ts';
import type { Environment, Feature, FeatureUse, ServedSummary } from '../../../api/types.ts';
import { isNew } from './model.ts';

/** An environment whose rules, defaults or overrides use a part. */
export interface ServedIn {
  readonly name: string;
  readonly isProtected: boolean;
  /** Absent = it is served only when the feature is live and targeting is on. */
  readonly isNow?: true;
}

export interface Serving {
  readonly membership: OwnMembership | undefined;
  readonly uses: readonly FeatureUse[];
  readonly environments: readonly Pick<Environment, 'slug' | 'name' | 'protected' | 'comment_required'>[];
  readonly status: Feature['status'];
  /** By environment; absent = not loaded. */
  readonly served: Readonly<Record<string, Pick<ServedSummary, 'targeting' | 'defaults'>>>;
}

const list = new Intl.ListFormat('en-GB');

/** Returns the environments that use a part. `partsOf` returns the variations by which an environment uses it; undefined = it does not. */
function servedBy(serving: Serving, partsOf: (use: FeatureUse) => readonly string[] | undefined): ServedIn[] {
  return serving.uses.flatMap((use) => {
    const parts = partsOf(use);
    if (parts === undefined) return [];
    const { environment, protected: isProtected } = use;
    const name = serving.environments.find(({ slug }) => slug === environment)?.name ?? environment;
    const isNow = parts.some((part) => isServedNow(serving, environment, part));
    return [{ name, isProtected, ...(isNow && { isNow }) }];
  });
}

/**
 * Returns whether a variation is served now. Archived features serve nothing, complete ones only defaults, live ones nothing while
 * targeting is off.
 */
function isServedNow({ status, served }: Serving, environment: string, variation: string): boolean {
  const summary = served[environment];
  if (status === 'archived') return false;
  if (status === 'live') return summary?.targeting !== 'off';
  return summary === undefined || Object.values(summary.defaults).includes(variation);
}

/** Returns the environments that use a variation in a rule, default or override. */
export function servesVariation(serving: Serving, key: string): ServedIn[] {
  return servedBy(serving, ({ variations }) => (variations.includes(key) ? [key] : undefined));
}

function getReasonIn({ membership }: Serving, found: readonly ServedIn[]): string | undefined {
  const barring = found.filter(({ isProtected }) => isProtected);
  const denied = getDeniedReason(membership, 'define');
  const canServe = getDeniedReason(membership, 'serve-protected') === undefined;
  if (denied !== undefined || canServe || barring.length === 0) return denied;
  const served = barring.some(({ isNow }) => isNow) ? 'is served' : 'would be served';
  return `It ${served} in ${list.format(barring.map(({ name }) => name))}, where only admins and owners can make changes.`;
}

/** Returns why the values and the slug of a variation cannot be changed; undefined = they can. */
export const getVariationReason = (serving: Serving, key: string) =>
  getReasonIn(serving, servesVariation(serving, key));

/** Returns why a variation cannot be deleted: permissions, or because it is in use; undefined = it can. */
export function getDeleteReason(serving: Serving, key: string): string | undefined {
  const denied = getDeniedReason(serving.membership, 'define');
  if (denied !== undefined) return denied;
  const found = servesVariation(serving, key);
  if (found.length === 0) return undefined;
  const serve = !found.some(({ isNow }) => isNow) ? 'would serve' : found.length === 1 ? 'serves' : 'serve';
  return `${list.format(found.map(({ name }) => name))} ${serve} it. Remove it from rules, defaults and overrides there first.`;
}

/**
 * Returns why a variable cannot be renamed or deleted; undefined = it can. New variables are not served; others are wherever there is
 * targeting, even without rules.
 */
export function getVariableReason(serving: Serving, key: string): string | undefined {
  return getReasonIn(serving, isNew(key) ? [] : servedBy(serving, ({ variations }) => variations));
}

/** Returns why a variable's visibility to client keys cannot be changed; undefined = it can. It applies to every environment. */
export function getClientReason(serving: Serving, key: string): string | undefined {
  const found = serving.environments.map(({ name, protected: isProtected }) => ({ name, isProtected }));
  const names = found.filter(({ isProtected }) => isProtected).map(({ name }) => name);
  const denied = getDeniedReason(serving.membership, 'define');
  const canServe = getDeniedReason(serving.membership, 'serve-protected') === undefined;
  if (denied !== undefined || isNew(key) || canServe || names.length === 0) return denied;
  return `It changes what clients of ${list.format(names)} get. Only admins and owners can do this.`;
}

/** Where the parts of the grid are served, and who may therefore change them. Pure. */
import { getDeniedReason, type OwnMembership } from '../../../api/session/denied-reason.ts';
import type { Environment, Feature, FeatureUse, ServedSummary } from '../../../api/types.ts';
import { isNew } from './model.ts';

/** An environment whose rules, defaults or overrides name a part. */
export interface ServedIn {
  readonly name: string;
  readonly isProtected: boolean;
  /** Absent = it would be served there if the feature were live and its targeting on. */
  readonly isNow?: true;
}

export interface Serving {
  readonly membership: OwnMembership | undefined;
  readonly uses: readonly FeatureUse[];
  readonly environments: readonly Pick<Environment, 'slug' | 'name' | 'protected'>[];
  readonly status: Feature['status'];
  /** By environment; absent = it is not known. */
  readonly served: Readonly<Record<string, Pick<ServedSummary, 'targeting' | 'defaults'>>>;
}

const list = new Intl.ListFormat('en-GB');

/** `partsOf` = the variations by which an environment names a part; undefined = it does not. */
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

/** An archived feature serves nothing, a complete one its defaults alone, a live one nothing while targeting is off. */
function isServedNow({ status, served }: Serving, environment: string, variation: string): boolean {
  const summary = served[environment];
  if (status === 'archived') return false;
  if (status === 'live') return summary?.targeting !== 'off';
  return summary === undefined || Object.values(summary.defaults).includes(variation);
}

/** The environments that name a variation, in a rule, a default or an override. */
export function servesVariation(serving: Serving, key: string): ServedIn[] {
  return servedBy(serving, ({ variations }) => (variations.includes(key) ? [key] : undefined));
}

function refusalIn({ membership }: Serving, found: readonly ServedIn[]): string | undefined {
  const barring = found.filter(({ isProtected }) => isProtected);
  const denied = getDeniedReason(membership, 'define');
  const canServe = getDeniedReason(membership, 'serve-protected') === undefined;
  if (denied !== undefined || canServe || barring.length === 0) return denied;
  const served = barring.some(({ isNow }) => isNow) ? 'is served' : 'would be served';
  return `It ${served} in ${list.format(barring.map(({ name }) => name))}, where only admins and owners can make changes.`;
}

/** Why the values and the slug of a variation may not be changed. */
export const refusalOfVariation = (serving: Serving, key: string) =>
  refusalIn(serving, servesVariation(serving, key));

/** Why a variation may not be deleted, whoever asks: something serves it. */
export function refusalToDelete(serving: Serving, key: string): string | undefined {
  const denied = getDeniedReason(serving.membership, 'define');
  if (denied !== undefined) return denied;
  const found = servesVariation(serving, key);
  if (found.length === 0) return undefined;
  const serve = !found.some(({ isNow }) => isNow) ? 'would serve' : found.length === 1 ? 'serves' : 'serve';
  return `${list.format(found.map(({ name }) => name))} ${serve} it. Remove it from rules, defaults and overrides there first.`;
}

/**
 * Why the slug of a variable may not be changed, nor the variable deleted. A new one is served nowhere; any other one wherever there is
 * targeting, also without a rule.
 */
export function refusalOfVariable(serving: Serving, key: string): string | undefined {
  return refusalIn(serving, isNew(key) ? [] : servedBy(serving, ({ variations }) => variations));
}

/** Why nobody may say whether client keys get a variable: it shows to them that it exists, in every environment. */
export function refusalOfClient(serving: Serving, key: string): string | undefined {
  const found = serving.environments.map(({ name, protected: isProtected }) => ({ name, isProtected }));
  const names = found.filter(({ isProtected }) => isProtected).map(({ name }) => name);
  const denied = getDeniedReason(serving.membership, 'define');
  const canServe = getDeniedReason(serving.membership, 'serve-protected') === undefined;
  if (denied !== undefined || isNew(key) || canServe || names.length === 0) return denied;
  return `It changes what clients of ${list.format(names)} get. Only admins and owners can do this.`;
}

/** Where the parts of the grid are served, and who may therefore change them. Pure. */
import type { Environment, FeatureUse, Role } from '../api/types.ts';
import { isNew } from './model.ts';

/** An environment that serves a part. */
export interface ServedIn {
  readonly name: string;
  readonly isProtected: boolean;
}

export interface Serving {
  readonly role: Role;
  readonly uses: readonly FeatureUse[];
  readonly environments: readonly Pick<Environment, 'slug' | 'name' | 'protected'>[];
}

const list = new Intl.ListFormat('en-GB');
const viewers = 'Viewers change nothing. Ask an admin for the role of a member.';

function servedBy({ uses, environments }: Serving, isServed: (use: FeatureUse) => boolean): ServedIn[] {
  return uses.filter(isServed).map(({ environment, protected: isProtected }) => ({
    name: environments.find(({ slug }) => slug === environment)?.name ?? environment,
    isProtected,
  }));
}

/** The environments that serve a variation, in a rule, a default or an override. */
export function servesVariation(serving: Serving, key: string): ServedIn[] {
  return servedBy(serving, ({ variations }) => variations.includes(key));
}

function refusalIn(role: Role, found: readonly ServedIn[]): string | undefined {
  if (role === 'viewer') return viewers;
  const names = found.filter(({ isProtected }) => isProtected).map(({ name }) => name);
  if (role !== 'member' || names.length === 0) return undefined;
  return `It is served in ${list.format(names)}, where only admins and owners change what is served.`;
}

/** Why the values and the slug of a variation may not be changed. */
export const refusalOfVariation = (serving: Serving, key: string) =>
  refusalIn(serving.role, servesVariation(serving, key));

/** Why a variation may not be deleted, whoever asks: something serves it. */
export function refusalToDelete(serving: Serving, key: string): string | undefined {
  if (serving.role === 'viewer') return viewers;
  const found = servesVariation(serving, key);
  if (found.length === 0) return undefined;
  return `${list.format(found.map(({ name }) => name))} ${found.length === 1 ? 'serves' : 'serve'} it: take it out of rules, defaults and overrides there first.`;
}

/** Why the slug of a variable may not be changed, nor the variable deleted. A new one is served nowhere. */
export function refusalOfVariable(serving: Serving, key: string): string | undefined {
  return refusalIn(serving.role, isNew(key) ? [] : servedBy(serving, () => true));
}

/** Why nobody may say whether client keys get a variable: it shows to them that it exists, in every environment. */
export function refusalOfClient(serving: Serving, key: string): string | undefined {
  const found = serving.environments.map(({ name, protected: isProtected }) => ({ name, isProtected }));
  const names = found.filter(({ isProtected }) => isProtected).map(({ name }) => name);
  if (isNew(key) || serving.role !== 'member' || names.length === 0) return refusalIn(serving.role, []);
  return `It changes what clients of ${list.format(names)} get: only admins and owners do this.`;
}

import { checkVariationName } from './check-targeting.ts';
import { memberPath, type Problem } from './problem.ts';
import { storedSlug } from '../schemas/slug.ts';
import type { IsWellShaped } from './well-shaped.ts';

/** Names of variations, by variable or by user; `null` = none. */
export type PinsInput = Readonly<Record<string, string | null>>;

/** The slugs that defaults and overrides may name, lower-cased. */
export interface PinDependencies {
  readonly variables: ReadonlySet<string>;
  readonly variations: ReadonlySet<string>;
}

/** UTF-16 units that a `user.id` of an override may have. */
export const maxUserIdLength = 500;

/** Returns whether overrides may pin a variation for this `user.id`. */
export function isUserId(text: string): boolean {
  return text !== '' && text.length <= maxUserIdLength;
}

/** Yields what is wrong with default variations (variable → variation) beyond their shape. */
export function* checkDefaults(
  defaults: PinsInput,
  path: string,
  { variables, variations }: PinDependencies,
  isWellShaped: IsWellShaped = () => true,
): Generator<Problem> {
  const given = new Set<string>();
  for (const [variable, variation] of Object.entries(defaults)) {
    const slug = storedSlug(variable);
    const defaultPath = memberPath(path, variable);
    if (!variables.has(slug))
      yield { path: defaultPath, message: 'is not a variable of the feature', code: 'unknown_reference' };
    if (given.has(slug)) yield { path: defaultPath, message: 'is listed twice', code: 'duplicate' };
    given.add(slug);
    if (variation !== null && isWellShaped(defaultPath))
      yield* checkVariationName(variation, defaultPath, variations);
  }
}

/** Yields what is wrong with overrides (`user.id` → variation) beyond their shape. */
export function* checkOverrides(
  overrides: PinsInput,
  path: string,
  { variations }: Pick<PinDependencies, 'variations'>,
  isWellShaped: IsWellShaped = () => true,
): Generator<Problem> {
  for (const [userId, variation] of Object.entries(overrides)) {
    const overridePath = memberPath(path, userId);
    if (!isUserId(userId)) {
      yield { path: overridePath, message: `must be a user.id of 1 to ${maxUserIdLength} characters` };
    }
    if (variation !== null && isWellShaped(overridePath))
      yield* checkVariationName(variation, overridePath, variations);
  }
}

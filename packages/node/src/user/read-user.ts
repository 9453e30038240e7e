import type { Reporter } from '../requests/reporter.ts';
import type { User } from './user.ts';

/** A copy of a user, so that its getters run once. Undefined = one of them threw, which is reported; such a user gets fallbacks. */
export function readUser(given: User | null | undefined, reporter: Reporter): User | undefined {
  try {
    const copy: User = { ...given };
    const { customData } = copy;
    return isPlainObject(customData) ? { ...copy, customData: { ...customData } } : copy;
  } catch (error) {
    reporter.report('application', 'user', `A user that cannot be read gets fallbacks: ${String(error)}`);
    return undefined;
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
}

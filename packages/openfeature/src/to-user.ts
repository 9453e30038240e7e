import type { User } from '@bunting/client';
import type { EvaluationContext } from '@openfeature/core';

/** Names in contexts → members of the user. Of two names of one member the first in the context counts. */
const memberNames = {
  // It inherits nothing, because names are the application's.
  __proto__: null,
  targetingKey: 'id',
  email: 'email',
  ip: 'ip',
  platform: 'platform',
  country: 'country',
  audiences: 'audiences',
  organisation_id: 'organisationId',
  organisationId: 'organisationId',
  organizationId: 'organisationId',
  app_version: 'appVersion',
  appVersion: 'appVersion',
} as unknown as Readonly<Record<string, keyof User | undefined>>;

/**
 * Returns the user whom an OpenFeature context describes (decisions §8.3), as the service reads it by OFREP. Members of wrong types are kept: the
 * evaluator decides about them as for any user. So is what JSON cannot write: the client reports it.
 */
export function toUser(context: EvaluationContext): User {
  const user: Record<string, unknown> = {};
  const customData: Record<string, unknown> = {};
  for (const name of Object.keys(context)) {
    const member = memberNames[name];
    const value = toJson(context[name]);
    if (member) user[member] ??= value;
    // To assign `__proto__` would replace the prototype; as a custom key it never resolves (decisions §1.2).
    else if (name !== '__proto__') customData[name] = value;
  }
  // Members of `custom_data` win over members of the same name beside it.
  const { custom_data: nested, ...beside } = customData;
  user['customData'] =
    typeof nested === 'object' && !Array.isArray(nested) ? { ...beside, ...nested } : customData;
  return user;
}

/** Returns what JSON makes of a value: which of two names of one member counts, and whether `custom_data` is an object, depends on it. */
function toJson(value: unknown): unknown {
  try {
    return typeof value === 'string' ? value : JSON.parse(JSON.stringify(value) ?? null);
  } catch {
    // In a list it is one member, whatever it has.
    return [value];
  }
}

import type { User } from '@bunting/client';
import type { EvaluationContext } from '@openfeature/core';

/** Names in contexts → members of the user. Of two names of one member the first in the context counts. */
const memberOf = {
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
 * The user whom an OpenFeature context describes (decisions §8.3), as the service reads it by OFREP. Members of wrong types are kept: the
 * evaluator decides about them as for any user.
 */
export function userOf(context: EvaluationContext): User {
  const user: Record<string, unknown> = {};
  const customData: Record<string, unknown> = {};
  let nested = {};
  for (const name of Object.keys(context)) {
    const value = context[name];
    const member = memberOf[name];
    if (member) user[member] ??= value;
    else if (name === 'custom_data' && Object(value) === value && !Array.isArray(value))
      nested = value as object;
    else put(customData, name, value);
  }
  // What stands in `custom_data` counts before a member of the same name beside it.
  for (const [name, value] of Object.entries(nested)) put(customData, name, value);
  user['customData'] = customData;
  return user;
}

function put(customData: Record<string, unknown>, name: string, value: unknown): void {
  // To assign `__proto__` would replace the prototype; as a custom key it never resolves (decisions §1.2). A date is what JSON makes of it:
  // where variables are evaluated in the process nobody writes JSON.
  if (name !== '__proto__') customData[name] = value instanceof Date ? value.toJSON() : value;
}

import type { IncomingMessage } from 'node:http';
import { withAddress, type Caller } from '@bunting/environments';
import { readContext, type EvaluationContext } from '@bunting/evaluator';
import { errors, isJsonObject, type JsonObject } from '@bunting/service';

/**
 * The user of contract §2.2 that an OpenFeature context describes (docs/clients.md); undefined = anonymous. Members of wrong types are kept:
 * the evaluator decides about them as for any user. Throws errors.contextNotObject.
 */
export function readOfrepUser(body: JsonObject): JsonObject | undefined {
  const context = body['context'];
  if (context === undefined || context === null) return undefined;
  if (!isJsonObject(context)) throw errors.contextNotObject;
  const user: Record<string, unknown> = {};
  const customData: Record<string, unknown> = {};
  for (const name of Object.keys(context)) {
    const member = memberOf.get(name);
    if (member !== undefined) user[member] ??= context[name];
    // To assign it would replace the prototype; as a custom key it never resolves (decisions §1.2).
    else if (name !== '__proto__') customData[name] = context[name];
  }
  const given = customData['custom_data'];
  user['custom_data'] = isJsonObject(given) ? mergeCustomData(customData, given) : customData;
  return user;
}

/** The context of a request of OFREP. Throws errors.contextNotObject. */
export function readOfrepContext(body: JsonObject, caller: Caller): EvaluationContext {
  return readContext(withAddress(readOfrepUser(body), caller));
}

/** The signature of the user, for which the body of OFREP has no member. */
export function signatureOf(req: IncomingMessage): unknown {
  return req.headers['x-bunting-user-signature'];
}

/** Names in contexts → members of the user. Of two names of one member the first in the context counts. */
const memberOf: ReadonlyMap<string, string> = new Map([
  ['targetingKey', 'id'],
  ['email', 'email'],
  ['ip', 'ip'],
  ['platform', 'platform'],
  ['country', 'country'],
  ['audiences', 'audiences'],
  ['organisation_id', 'organisation_id'],
  ['organisationId', 'organisation_id'],
  ['organizationId', 'organisation_id'],
  ['app_version', 'app_version'],
  ['appVersion', 'app_version'],
]);

/** What stands in `custom_data` counts before a member of the same name beside it. */
function mergeCustomData(customData: JsonObject, given: JsonObject): JsonObject {
  const { custom_data: _given, ...beside } = customData;
  return { ...beside, ...given };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyLimitOf } from '@bunting/environments';
import { evaluate, evaluateForClient } from '@bunting/evaluator';
import { identityOf } from '@bunting/governance';
import { parseJsonObject, readBody } from '@bunting/service';
import type { Dependencies } from '../dependencies.ts';
import { quote } from '../quote.ts';
import { readKeys, readUser } from '../read-request.ts';
import { writeVariableResults } from '../variable-result.ts';

/**
 * `POST /v1/variables` (contract §4.2). The JSON text is written by hand: in an object, keys such as "10" would move to the
 * front and `__proto__` would vanish (decisions §1.4).
 */
export function createEvaluateVariables(dependencies: Dependencies) {
  const { callers, requireSignature, admit, limits, maxBodyBytes, traces, evaluations, tracing, now } =
    dependencies;
  return async function evaluateVariables(
    req: IncomingMessage,
    _segment: string,
    res: ServerResponse,
  ): Promise<string> {
    const caller = await callers.identify(req, res);
    const { environment } = caller;
    const isClient = caller.kind === 'client';
    const body = parseJsonObject(await readBody(req, bodyLimitOf(caller, maxBodyBytes)));
    const context = readUser(body, caller);
    const keys = readKeys(body);
    const identity = identityOf(context);
    requireSignature(caller, identity, body['user_signature']);
    await admit(environment.access.organisation, {
      identity,
      isClient,
      tooLarge: keys.length > limits.maxBatchKeys ? 'batch_too_large' : undefined,
    });
    const { datafile, environmentId } = environment;
    const time = now();
    const distinctKeys = [...new Set(keys)];
    const evaluateOne = isClient ? evaluateForClient : evaluate;
    const found = distinctKeys.map((key) => evaluateOne(datafile, key.toLowerCase(), context, time));
    for (const evaluation of found) {
      evaluations.add(evaluation.reason);
      tracing?.evaluated(environmentId, evaluation);
    }
    const results = writeVariableResults(found, { environmentId, context }, traces);
    return `{"results":{${results.map((result, i) => `${quote(distinctKeys[i]!)}:${result}`).join(',')}}}`;
  };
}

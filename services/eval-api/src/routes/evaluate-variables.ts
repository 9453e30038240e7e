import type { IncomingMessage } from 'node:http';
import { authenticate, secretKinds } from '@bunting/authentication';
import { evaluate } from '@bunting/evaluator';
import { identityOf } from '@bunting/governance';
import { parseJsonObject, readBody } from '@bunting/service';
import type { Dependencies } from '../dependencies.ts';
import { readKeys, readUser } from '../read-request.ts';
import { writeVariableResults } from '../variable-result.ts';

/**
 * `POST /v1/variables` (contract §4.2). The JSON text is written by hand: in an object, keys such as "10" would move to the
 * front and `__proto__` would vanish (decisions §1.4).
 */
export function createEvaluateVariables(dependencies: Dependencies) {
  const { environments, admit, limits, maxBodyBytes, traces, evaluations, tracing, now } = dependencies;
  return async function evaluateVariables(req: IncomingMessage): Promise<string> {
    const { environment } = await authenticate(environments, req, secretKinds);
    const body = parseJsonObject(await readBody(req, maxBodyBytes));
    const context = readUser(body);
    const keys = readKeys(body);
    await admit(environment.access.organisation, {
      identity: identityOf(context),
      tooLarge: keys.length > limits.maxBatchKeys ? 'batch_too_large' : undefined,
    });
    const { datafile, environmentId } = environment;
    const time = now();
    const distinctKeys = [...new Set(keys)];
    const found = distinctKeys.map((key) => evaluate(datafile, key.toLowerCase(), context, time));
    for (const evaluation of found) {
      evaluations.add(evaluation.reason);
      tracing?.evaluated(environmentId, evaluation);
    }
    const results = writeVariableResults(found, { environmentId, context }, traces);
    return `{"results":{${results.map((result, i) => `${quote(distinctKeys[i]!)}:${result}`).join(',')}}}`;
  };
}

const plainKey = /^[\w.:/-]*$/;

function quote(key: string): string {
  return plainKey.test(key) ? `"${key}"` : JSON.stringify(key);
}

import type { IncomingMessage } from 'node:http';
import { authenticate } from '@bunting/authentication';
import { evaluate } from '@bunting/evaluator';
import { parseJsonObject, readBody } from '@bunting/service';
import { askGovernance, requireAdmitted } from '../governance.ts';
import type { Dependencies } from '../dependencies.ts';
import { readKeys, readUser } from '../read-request.ts';
import { writeVariableResults } from '../variable-result.ts';

/**
 * `POST /v1/variables` (contract §4.2). The text is put together by hand: as members of an object, keys such as "10"
 * would move to the front and `__proto__` would vanish (decisions §1.4).
 */
export function createEvaluateVariables(dependencies: Dependencies) {
  const { environments, maxBodyBytes, traces, metrics, tracing, now } = dependencies;
  return async function evaluateVariables(req: IncomingMessage): Promise<string> {
    const found = authenticate(environments, req);
    const environment = found instanceof Promise ? await found : found;
    const body = parseJsonObject(await readBody(req, maxBodyBytes));
    const context = readUser(body);
    const keys = readKeys(body);
    const admission = askGovernance(dependencies, environment, context, keys.length);
    requireAdmitted(admission instanceof Promise ? await admission : admission, dependencies);

    const { datafile, environmentId } = environment;
    const time = now();
    const asked = [...new Set(keys)];
    const evaluations = asked.map((key) => evaluate(datafile, key.toLowerCase(), context, time));
    for (const { reason } of evaluations) metrics.evaluations.add(reason);
    if (tracing !== undefined) for (const each of evaluations) tracing.evaluated(environmentId, each);
    const results = writeVariableResults(evaluations, { environmentId, context }, traces);
    return `{"results":{${results.map((result, i) => `${quote(asked[i]!)}:${result}`).join(',')}}}`;
  };
}

const plainKey = /^[\w.:/-]*$/;

function quote(key: string): string {
  return plainKey.test(key) ? `"${key}"` : JSON.stringify(key);
}

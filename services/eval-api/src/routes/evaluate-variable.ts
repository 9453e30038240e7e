import type { IncomingMessage } from 'node:http';
import { authenticate } from '@bunting/authentication';
import { evaluate } from '@bunting/evaluator';
import { parseJsonObject, readBody } from '@bunting/service';
import { askGovernance, requireAdmitted } from '../governance.ts';
import type { Dependencies } from '../dependencies.ts';
import { decodeKey, readUser } from '../read-request.ts';
import { writeVariableResult } from '../variable-result.ts';

/** `POST /v1/variables/{key}` (contract §4.1), in the order of decisions §1.4. Gives the JSON text of the answer. */
export function createEvaluateVariable(dependencies: Dependencies) {
  const { environments, maxBodyBytes, traces, metrics, tracing, now } = dependencies;
  return async function evaluateVariable(req: IncomingMessage, segment: string): Promise<string> {
    const key = decodeKey(segment).toLowerCase();
    const found = authenticate(environments, req);
    const environment = found instanceof Promise ? await found : found;
    const body = parseJsonObject(await readBody(req, maxBodyBytes));
    const context = readUser(body);
    const admission = askGovernance(dependencies, environment, context);
    requireAdmitted(admission instanceof Promise ? await admission : admission, dependencies);
    const evaluation = evaluate(environment.datafile, key, context, now());
    metrics.evaluations.add(evaluation.reason);
    tracing?.evaluated(environment.environmentId, evaluation);
    return writeVariableResult(evaluation, { environmentId: environment.environmentId, context }, traces);
  };
}

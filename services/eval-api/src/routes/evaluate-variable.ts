import type { IncomingMessage } from 'node:http';
import { authenticate, secretKinds } from '@bunting/authentication';
import { evaluate } from '@bunting/evaluator';
import { identityOf } from '@bunting/governance';
import { parseJsonObject, readBody } from '@bunting/service';
import type { Dependencies } from '../dependencies.ts';
import { decodeKey, readUser } from '../read-request.ts';
import { writeVariableResult } from '../variable-result.ts';

/** `POST /v1/variables/{key}` (contract §4.1), in the order of decisions §1.4. Resolves with the JSON text of the answer. */
export function createEvaluateVariable(dependencies: Dependencies) {
  const { environments, admit, maxBodyBytes, traces, evaluations, tracing, now } = dependencies;
  return async function evaluateVariable(req: IncomingMessage, segment: string): Promise<string> {
    const key = decodeKey(segment).toLowerCase();
    const { environment } = await authenticate(environments, req, secretKinds);
    const body = parseJsonObject(await readBody(req, maxBodyBytes));
    const context = readUser(body);
    await admit(environment.access.organisation, { identity: identityOf(context) });
    const evaluation = evaluate(environment.datafile, key, context, now());
    evaluations.add(evaluation.reason);
    tracing?.evaluated(environment.environmentId, evaluation);
    return writeVariableResult(evaluation, { environmentId: environment.environmentId, context }, traces);
  };
}

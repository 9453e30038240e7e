import type { IncomingMessage, ServerResponse } from 'node:http';
import { getBodyLimit } from '@bunting/environments';
import { parseJsonObject, readBody } from '@bunting/service';
import { admitUser } from '../admit-user.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordEvaluation, evaluateOne } from '../evaluations/evaluate-one.ts';
import { decodeKey, readUser } from '../read-request.ts';
import { writeVariableResult } from '../variable-result.ts';

/**
 * Creates `POST /v1/variables/{key}` (contract §4.1), in the order of decisions §1.4. It resolves with the JSON text of the
 * answer.
 */
export function createEvaluateVariable(dependencies: Dependencies) {
  const { callers, maxBodyBytes, traces, now } = dependencies;
  return async function evaluateVariable(
    req: IncomingMessage,
    segment: string,
    res: ServerResponse,
  ): Promise<string> {
    const key = decodeKey(segment);
    let caller = await callers.identify(req, res);
    const bytes = await readBody(req, getBodyLimit(caller, maxBodyBytes));
    const body = parseJsonObject(bytes);
    const read = readUser(body, caller, bytes);
    const { context } = read;
    await admitUser(dependencies, caller, read);
    if (caller.environment.isEvicted) caller = await callers.again(caller, req);
    const evaluation = evaluateOne(caller, key, context, now());
    const { environmentId } = caller.environment;
    recordEvaluation(evaluation, caller, dependencies);
    return writeVariableResult(evaluation, { environmentId, context }, traces);
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { getBodyLimit } from '@bunting/environments';
import { errors, parseJsonObject, readBody } from '@bunting/service';
import { admitUser } from '../admit-user.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordEvaluation, evaluateOne } from '../evaluations/evaluate-one.ts';
import { acceptBearer } from '../ofrep/accept-bearer.ts';
import { readOfrepContext } from '../ofrep/read-context.ts';
import { writeFlag } from '../ofrep/write-flag.ts';
import { decodeKey } from '../read-request.ts';
import { createTrace } from '../variable-result.ts';

/** Creates `POST /ofrep/v1/evaluate/flags/{key}` (docs/reference/sdks.md), in the order of decisions §1.4. */
export function createOfrepFlag(dependencies: Dependencies) {
  const { callers, maxBodyBytes, traces, now } = dependencies;
  return async function ofrepFlag(
    req: IncomingMessage,
    segment: string,
    res: ServerResponse,
  ): Promise<string> {
    const key = decodeKey(segment);
    acceptBearer(req);
    let caller = await callers.identify(req, res);
    const bytes = await readBody(req, getBodyLimit(caller, maxBodyBytes));
    const body = parseJsonObject(bytes);
    const read = readOfrepContext(body, req, caller, bytes);
    const { context } = read;
    await admitUser(dependencies, caller, read);
    if (caller.environment.isEvicted) caller = await callers.again(caller, req);
    const evaluation = evaluateOne(caller, key, context, now());
    const { environmentId } = caller.environment;
    recordEvaluation(evaluation, caller, dependencies);
    if (evaluation.reason === 'variable_not_found') throw errors.variableUnknown;
    return writeFlag(key, evaluation, createTrace(evaluation, { environmentId, context }, traces), '');
  };
}

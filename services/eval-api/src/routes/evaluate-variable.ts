import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyLimitOf } from '@bunting/environments';
import { evaluate, evaluateForClient } from '@bunting/evaluator';
import { identityOf } from '@bunting/governance';
import { parseJsonObject, readBody } from '@bunting/service';
import type { Dependencies } from '../dependencies.ts';
import { decodeKey, readUser } from '../read-request.ts';
import { writeVariableResult } from '../variable-result.ts';

/** `POST /v1/variables/{key}` (contract §4.1), in the order of decisions §1.4. Resolves with the JSON text of the answer. */
export function createEvaluateVariable(dependencies: Dependencies) {
  const { callers, requireSignature, admit, maxBodyBytes, traces, evaluations, tracing, now } = dependencies;
  return async function evaluateVariable(
    req: IncomingMessage,
    segment: string,
    res: ServerResponse,
  ): Promise<string> {
    const key = decodeKey(segment).toLowerCase();
    const caller = await callers.identify(req, res);
    const { environment } = caller;
    const isClient = caller.kind === 'client';
    const body = parseJsonObject(await readBody(req, bodyLimitOf(caller, maxBodyBytes)));
    const context = readUser(body, caller);
    const identity = identityOf(context);
    requireSignature(caller, identity, body['user_signature']);
    await admit(environment.access.organisation, { identity, isClient });
    const evaluateOne = isClient ? evaluateForClient : evaluate;
    const evaluation = evaluateOne(environment.datafile, key, context, now());
    evaluations.add(evaluation.reason);
    tracing?.evaluated(environment.environmentId, evaluation);
    return writeVariableResult(evaluation, { environmentId: environment.environmentId, context }, traces);
  };
}

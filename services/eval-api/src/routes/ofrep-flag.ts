import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyLimitOf } from '@bunting/environments';
import { evaluate, evaluateForClient } from '@bunting/evaluator';
import { identityOf } from '@bunting/governance';
import { errors, parseJsonObject, readBody } from '@bunting/service';
import type { Dependencies } from '../dependencies.ts';
import { acceptBearer } from '../ofrep/accept-bearer.ts';
import { readOfrepContext, signatureOf } from '../ofrep/read-context.ts';
import { writeFlag } from '../ofrep/write-flag.ts';
import { decodeKey } from '../read-request.ts';
import { hasStableIdentity, isTraced } from '../variable-result.ts';

/** `POST /ofrep/v1/evaluate/flags/{key}` (clients §3.2), in the order of decisions §1.4. */
export function createOfrepFlag(dependencies: Dependencies) {
  const { callers, requireSignature, admit, maxBodyBytes, traces, evaluations, tracing, now } = dependencies;
  return async function ofrepFlag(
    req: IncomingMessage,
    segment: string,
    res: ServerResponse,
  ): Promise<string> {
    const key = decodeKey(segment);
    acceptBearer(req);
    const caller = await callers.identify(req, res);
    const { environment } = caller;
    const isClient = caller.kind === 'client';
    const body = parseJsonObject(await readBody(req, bodyLimitOf(caller, maxBodyBytes)));
    const context = readOfrepContext(body, caller);
    const identity = identityOf(context);
    requireSignature(caller, identity, signatureOf(req));
    await admit(environment.access.organisation, { identity, isClient });
    const evaluateOne = isClient ? evaluateForClient : evaluate;
    const evaluation = evaluateOne(environment.datafile, key.toLowerCase(), context, now());
    const { environmentId } = environment;
    evaluations.add(evaluation.reason);
    tracing?.evaluated(environmentId, evaluation);
    if (evaluation.reason === 'variable_not_found') throw errors.variableUnknown;
    const trace =
      isTraced(evaluation) && hasStableIdentity(context)
        ? traces.sign(environmentId, evaluation.variableId, evaluation.variationId)
        : undefined;
    return writeFlag(key, evaluation, trace, '');
  };
}

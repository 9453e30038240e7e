import type { IncomingMessage, ServerResponse } from 'node:http';
import { getBodyLimit } from '@bunting/environments';
import { parseJsonObject, readBody } from '@bunting/service';
import { admitUser } from '../admit-user.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordEvaluations } from '../evaluations/evaluate-one.ts';
import { readKeys, readUser } from '../read-request.ts';
import { writeVariableResults } from '../variable-result.ts';

/**
 * Creates `POST /v1/variables` (contract §4.2). The JSON text is written by hand: in an object, keys such as "10" would
 * move to the front and `__proto__` would vanish (decisions §1.4).
 */
export function createEvaluateVariables(dependencies: Dependencies) {
  const { callers, maxBodyBytes, traces, now, work } = dependencies;
  return async function evaluateVariables(
    req: IncomingMessage,
    _segment: string,
    res: ServerResponse,
  ): Promise<string> {
    let caller = await callers.identify(req, res);
    const bytes = await readBody(req, getBodyLimit(caller, maxBodyBytes));
    const body = parseJsonObject(bytes);
    const read = readUser(body, caller, bytes);
    const { context } = read;
    const keys = readKeys(body);
    await admitUser(dependencies, caller, { ...read, keys });
    if (caller.environment.isEvicted) caller = await callers.again(caller, req);
    const { environment, kind } = caller;
    const { environmentId } = environment;
    const request = { environment, kind, context, time: now(), caller, names: keys };
    return work.answer(request, ({ found, members }) => {
      recordEvaluations(found, request, dependencies);
      const results = writeVariableResults(found, { environmentId, context }, traces);
      let text = '{"results":{';
      for (let index = 0; index < results.length; index++) text += members[index]! + results[index]!;
      return `${text}}}`;
    });
  };
}

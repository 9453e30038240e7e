import type { IncomingMessage, ServerResponse } from 'node:http';
import { getBodyLimit } from '@bunting/environments';
import { notModified, parseJsonObject, readBody, type FastAnswer, matchesEtag } from '@bunting/service';
import { admitUser } from '../admit-user.ts';
import type { Dependencies } from '../dependencies.ts';
import { createEtag } from '../etag.ts';
import { recordReads } from '../evaluations/record-reads.ts';
import { countVariables } from '../evaluations/evaluate-many.ts';
import { recordEvaluations } from '../evaluations/evaluate-one.ts';
import { readEvaluationsRequest } from '../evaluations/read-evaluations-request.ts';
import { signingMs, signMembers } from '../evaluations/sign-traces.ts';
import { writeEvaluations } from '../evaluations/write-evaluations.ts';
import { parseQuery, readVersion } from '../query.ts';
import { readUser } from '../read-request.ts';

/** The time that a request waits for a version that its client was notified of. */
export const versionWaitMs = 250;

/** Creates `POST /v1/evaluations` (decisions §8.3), in the order of §1.4: all evaluations of one user. */
export function createEvaluations(dependencies: Dependencies) {
  const { environments, callers, maxBodyBytes, traces, now, work } = dependencies;
  return async function evaluations(
    req: IncomingMessage,
    _segment: string,
    res: ServerResponse,
  ): Promise<FastAnswer> {
    let caller = await callers.identify(req, res);
    const bytes = await readBody(req, getBodyLimit(caller, maxBodyBytes));
    const body = parseJsonObject(bytes);
    const read = readUser(body, caller, bytes);
    const { context } = read;
    const asked = readEvaluationsRequest(body);
    const { keys } = asked;
    await admitUser(dependencies, caller, { ...read, keys });
    const query = parseQuery(req.url!);
    await environments.reach(caller.environment, readVersion(query.get('version')), versionWaitMs);
    if (caller.environment.isEvicted) caller = await callers.again(caller, req);
    const { environment, kind } = caller;
    const question = { environment, kind, context, time: now() };
    const { environmentId } = environment;
    const traceCount = asked.traces * countVariables(question, keys);
    const request = { ...question, caller, names: keys, writingMs: signingMs(traceCount) };
    return work.answer(request, (made, pace) => {
      recordEvaluations(made.found, question, dependencies);
      return asked.reads.length === 0 ? write() : pace(recordReads(question, asked.reads)).then(write);

      function write(): FastAnswer | Promise<FastAnswer> {
        const text = writeEvaluations(made);
        const etag = createEtag(text);
        res.setHeader('ETag', etag);
        res.setHeader('Cache-Control', 'no-store');
        if (matchesEtag(req.headers['if-none-match'] ?? query.get('etag') ?? undefined, etag))
          return notModified;
        const start = `{"version":${made.version},`;
        if (asked.traces === 0) return start + text;
        return signMembers(made, asked.traces, { environmentId, context }, { traces, pace }).then(
          (tracesOf) => start + writeEvaluations(made, tracesOf),
        );
      }
    });
  };
}

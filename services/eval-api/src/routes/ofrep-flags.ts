import type { IncomingMessage, ServerResponse } from 'node:http';
import { getBodyLimit } from '@bunting/environments';
import { notModified, parseJsonObject, readBody, type FastAnswer, matchesEtag } from '@bunting/service';
import { admitUser } from '../admit-user.ts';
import type { Dependencies } from '../dependencies.ts';
import { createEtag } from '../etag.ts';
import { countVariables, type Evaluations } from '../evaluations/evaluate-many.ts';
import { recordEvaluations } from '../evaluations/evaluate-one.ts';
import { signingMs, signOneEach } from '../evaluations/sign-traces.ts';
import { acceptBearer } from '../ofrep/accept-bearer.ts';
import { publicAddress, writeEventStreams } from '../ofrep/event-streams.ts';
import { readOfrepContext } from '../ofrep/read-context.ts';
import { writeFlag } from '../ofrep/write-flag.ts';
import { parseQuery, readVersion } from '../query.ts';
import { versionWaitMs } from './evaluations.ts';

/**
 * Creates `POST /ofrep/v1/evaluate/flags` (docs/reference/sdks.md), in the order of decisions §1.4: all flags of one
 * context.
 */
export function createOfrepFlags(dependencies: Dependencies) {
  const { environments, callers, maxBodyBytes, traces, now, work } = dependencies;
  return async function ofrepFlags(
    req: IncomingMessage,
    _segment: string,
    res: ServerResponse,
  ): Promise<FastAnswer> {
    acceptBearer(req);
    let caller = await callers.identify(req, res);
    const bytes = await readBody(req, getBodyLimit(caller, maxBodyBytes));
    const body = parseJsonObject(bytes);
    const read = readOfrepContext(body, req, caller, bytes);
    const { context } = read;
    const query = parseQuery(req.url!);
    const keys = readNames(query.get('keys'));
    await admitUser(dependencies, caller, { ...read, keys });
    await environments.reach(
      caller.environment,
      readFlagConfigEtag(query.get('flagConfigEtag')),
      versionWaitMs,
    );
    if (caller.environment.isEvicted) caller = await callers.again(caller, req);
    const { environment, kind } = caller;
    const question = { environment, kind, context, time: now() };
    const { environmentId } = environment;
    const hasTraces = query.get('traces') === 'true';
    const names = keys && bySlug(keys);
    const writingMs = hasTraces ? signingMs(countVariables(question, names)) : 0;
    return work.answer({ ...question, caller, names, writingMs }, (made, pace) => {
      recordEvaluations(made.found, question, dependencies);
      const metadata = JSON.stringify({ environment: environment.access.environment.slug });
      const streams =
        caller.clientKey === undefined
          ? ''
          : writeEventStreams(publicAddress(req, dependencies), caller.clientKey);
      const end = `],"metadata":${metadata}${streams}}`;
      const text = `{"flags":[${writeFlags(made)}${end}`;
      const etag = createEtag(text);
      res.setHeader('ETag', etag);
      res.setHeader('Cache-Control', 'no-store');
      if (matchesEtag(req.headers['if-none-match'] ?? query.get('etag') ?? undefined, etag))
        return notModified;
      if (!hasTraces) return text;
      return signOneEach(made, { environmentId, context }, { traces, pace }).then(
        (traceOf) => `{"flags":[${writeFlags(made, traceOf)}${end}`,
      );
    });
  };
}

/** Writes the flags; unknown ones are absent. */
function writeFlags({ names, found }: Evaluations, traceOf?: (index: number) => string | undefined): string {
  let text = '';
  for (let index = 0; index < names.length; index++) {
    const evaluation = found[index]!;
    if (evaluation.reason === 'variable_not_found') continue;
    if (text !== '') text += ',';
    text += writeFlag(names[index]!, evaluation, traceOf?.(index), undefined);
  }
  return text;
}

/** Reads the flags that the answer is narrowed to: `a,b`. */
function readNames(text: string | null): readonly string[] | undefined {
  return text?.split(',').filter((name) => name !== '');
}

/** Sorts names by slugs, which are lower case. */
function bySlug(names: readonly string[]): readonly string[] {
  return names.toSorted((a, b) => {
    const [slugOfA, slugOfB] = [a.toLowerCase(), b.toLowerCase()];
    return slugOfA < slugOfB ? -1 : Number(slugOfA > slugOfB);
  });
}

/** Reads the `etag` of a stream's event: `v43`. */
function readFlagConfigEtag(text: string | null): number {
  return readVersion(text?.startsWith('v') === true ? text.slice(1) : null);
}

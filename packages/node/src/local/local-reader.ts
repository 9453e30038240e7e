import type { Evaluations, JsonValue } from '@bunting/sdk-core';
import { evaluateUncounted, readContext, type Evaluation, type EvaluationContext } from '@bunting/evaluator';
import { toRequestUser, type RequestUser } from '../remote/batcher.ts';
import type { Runtime } from '../schedule/runtime.ts';
import type { WireUser } from '../user/user.ts';
import { notLoaded, type Answer, type Details, type Result } from '../values/to-details.ts';
import { hashUser } from '../values/hash-user.ts';
import { normaliseKeys } from '../values/keys.ts';
import type { LoadedEnvironment, LocalEnvironment } from './local-environment.ts';
import type { RemoteResults } from './remote-results.ts';
import type { Usage } from './usage.ts';

/** A user and the data that reads derive from it, at their first use. */
export interface Reader {
  readonly user: WireUser;
  /** Returns the context for the loaded version: it caches decisions. */
  readonly context: () => EvaluationContext;
  readonly requestUser: () => RequestUser;
}

/** The answer to a read and where it comes from. */
export interface Read {
  readonly answer: Answer;
  readonly source: Details<unknown>['source'];
}

/** Evaluates in this process where possible, and counts evaluations. */
export interface LocalReader {
  createReader(user: WireUser): Reader;
  /** Returns the evaluation of a key in lower case. Undefined = the service evaluates it, or there is no datafile. */
  evaluate(context: EvaluationContext, key: string): Evaluation | undefined;
  read(reader: Reader, key: string): Read;
  evaluations(reader: Reader, keys: readonly string[] | undefined): Evaluations;
  isRemote(key: string): boolean;
}

interface Dependencies {
  readonly environment: LocalEnvironment;
  readonly remoteResults: RemoteResults;
  readonly usage: Usage;
  readonly runtime: Runtime;
  /** In lower case. */
  readonly remote: ReadonlySet<string>;
}

export function createLocalReader(dependencies: Dependencies): LocalReader {
  const { environment, remoteResults, usage, runtime, remote } = dependencies;

  function isRemote(key: string): boolean {
    if (remote.size > 0 && remote.has(key)) return true;
    const remoteKeys = environment.loaded?.remoteKeys;
    return remoteKeys !== undefined && remoteKeys.size > 0 && remoteKeys.has(key);
  }

  function evaluateHere(context: EvaluationContext, key: string): Evaluation | undefined {
    const { loaded } = environment;
    if (loaded === undefined || isRemote(key)) return undefined;
    const now = loaded.timedKeys.size > 0 && loaded.timedKeys.has(key) ? runtime.date() : 0;
    const evaluation = evaluateUncounted(loaded.datafile, key, context, now);
    usage.count(evaluation, context.userId, context.email);
    return evaluation;
  }

  function readRemote(reader: Reader, key: string): Read {
    return { answer: remoteResults.read(reader.requestUser(), key), source: 'network' };
  }

  function read(reader: Reader, key: string): Read {
    const evaluation = evaluateHere(reader.context(), key);
    if (evaluation !== undefined) return { answer: { result: toResult(evaluation) }, source: 'local' };
    return isRemote(key) ? readRemote(reader, key) : { answer: notLoaded, source: 'local' };
  }

  return {
    createReader(user) {
      let context: EvaluationContext | undefined;
      let version: LoadedEnvironment | undefined;
      let requestUser: RequestUser | undefined;
      return {
        user,
        context() {
          if (context !== undefined && version === environment.loaded) return context;
          version = environment.loaded;
          context = readContext(user);
          return context;
        },
        requestUser: () => (requestUser ??= toRequestUser(user)),
      };
    },
    evaluate: evaluateHere,
    read,
    isRemote,
    evaluations(reader, keys) {
      const { loaded } = environment;
      const names = keys === undefined ? (loaded?.datafile.list(true).slugs ?? []) : normaliseKeys(keys);
      const results: Record<string, Evaluations['results'][string]> = {};
      for (const name of names) {
        const { answer } = read(reader, name);
        if ('error' in answer) continue;
        const value = { ...answer.result, value: answer.result.value as JsonValue };
        Object.defineProperty(results, name, { value, enumerable: true, configurable: true, writable: true });
      }
      const refreshAt = loaded?.datafile.nextRefresh(runtime.date(), true);
      return {
        version: loaded?.version ?? 0,
        user_hash: hashUser(reader.user),
        ...(refreshAt !== undefined && { refresh_at: new Date(refreshAt).toISOString() }),
        results,
      };
    },
  };
}

export function toResult({ key, value, variation, reason, feature, split }: Evaluation): Result {
  return { key, value, variation, reason, feature, ...(split && { split }) };
}

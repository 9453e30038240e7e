import { reportOutcome, type Outcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { RequestGate } from '../schedule/request-gate.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { getIdentity, stringifyUser, type WireUser } from '../user/user.ts';
import { notLoaded, type Answer, type Result } from '../values/to-details.ts';
import { createRefusedUsers } from './refused-users.ts';

/** A user as requests need them. */
export interface RequestUser {
  readonly user: WireUser;
  /** The user as JSON. */
  readonly text: string;
  /** The identity, else the text: events and refusals know the user by it. */
  readonly name: string;
}

/** Requests variables from the service. */
export interface Batcher {
  /** Requests one variable. Never rejects. Keys are in lower case. */
  ask(requestUser: RequestUser, key: string): Promise<Answer>;
  close(): void;
}

interface Dependencies {
  readonly requester: Requester;
  readonly gate: RequestGate;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  readonly timeoutMs: number;
  /** Request whether a split or rollout decided, which costs the service a little more. */
  readonly withSplit: boolean;
  readonly onResult: (requestUser: RequestUser, result: Result, trace: string | undefined) => void;
}

interface Batch {
  readonly requestUser: RequestUser;
  readonly asked: Map<string, Question>;
}

interface Question {
  readonly answer: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
}

export const maxKeysPerRequest = 100;

/** Returns the user as requests and events need them. */
export function toRequestUser(user: WireUser): RequestUser {
  const text = stringifyUser(user);
  return { user, text, name: getIdentity(user) ?? text };
}

/** Creates the batcher: it sends the reads of one user in one turn of the event loop as one request, of at most a hundred keys. */
export function createBatcher(dependencies: Dependencies): Batcher {
  const { requester, gate, runtime, reporter, timeoutMs, withSplit, onResult } = dependencies;
  const refused = createRefusedUsers(runtime);
  /** The reads that wait, by the text of the user. */
  let batches = new Map<string, Batch>();
  let isClosed = false;

  function readAnswer(
    outcome: Outcome,
    requestUser: RequestUser,
  ): Readonly<Record<string, unknown>> | undefined {
    if (outcome.kind === 'user_refused') refused.add(requestUser.name);
    if (outcome.kind !== 'ok') {
      reportOutcome(outcome, "Couldn't load flags", reporter);
      return undefined;
    }
    const results = readResults(outcome.text);
    if (results === undefined)
      reporter.report('unavailable', 'results', "Couldn't load flags: the answer has no results.");
    return results;
  }

  async function send(
    requestUser: RequestUser,
    asked: readonly (readonly [string, Question])[],
  ): Promise<void> {
    const keys = JSON.stringify(asked.map(([key]) => key));
    const outcome = await requester.sendTwice({
      path: withSplit ? '/v1/evaluations' : '/v1/variables',
      body: `{"keys":${keys},${withSplit ? '"traces":1,' : ''}"user":${requestUser.text}}`,
      timeoutMs,
    });
    gate.onOutcome(outcome);
    const results = readAnswer(outcome, requestUser);
    for (const [key, { resolve }] of asked) {
      const found =
        results !== undefined && Object.hasOwn(results, key) ? readResult(results[key]) : undefined;
      if (found !== undefined) onResult(requestUser, found.result, found.trace);
      resolve(found ?? notLoaded);
    }
  }

  function dispatch(): void {
    const ready = batches;
    batches = new Map();
    for (const { requestUser, asked } of ready.values()) {
      const questions = [...asked];
      for (let from = 0; from < questions.length; from += maxKeysPerRequest) {
        const some = questions.slice(from, from + maxKeysPerRequest);
        if (!isClosed && !refused.has(requestUser.name) && gate.tryAcquire()) void send(requestUser, some);
        else for (const [, { resolve }] of some) resolve(notLoaded);
      }
    }
  }

  function getBatch(requestUser: RequestUser): Batch {
    const known = batches.get(requestUser.text);
    if (known !== undefined) return known;
    if (batches.size === 0) runtime.setImmediate(dispatch);
    const batch = { requestUser, asked: new Map<string, Question>() };
    batches.set(requestUser.text, batch);
    return batch;
  }

  return {
    ask(requestUser, key) {
      if (isClosed) return Promise.resolve(notLoaded);
      const { asked } = getBatch(requestUser);
      const known = asked.get(key);
      if (known !== undefined) return known.answer;
      let resolve!: (answer: Answer) => void;
      const answer = new Promise<Answer>((settle) => (resolve = settle));
      asked.set(key, { answer, resolve });
      return answer;
    },
    close: () => void (isClosed = true),
  };
}

/** Returns the member `results` of an answer. */
export function readResults(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { results } = JSON.parse(text) as { readonly results?: unknown };
    return typeof results === 'object' && results !== null
      ? (results as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function readResult(
  given: unknown,
): { readonly result: Result; readonly trace: string | undefined } | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { evaluation_trace: one, evaluation_traces: many, ...result } = given as Result & WithTraces;
  if (typeof result.reason !== 'string' || typeof result.key !== 'string') return undefined;
  return { result, trace: one ?? many?.[0] };
}

interface WithTraces {
  readonly evaluation_trace?: string;
  readonly evaluation_traces?: readonly string[];
}

import type { ServerClientOptions } from '../src/options/read-options.ts';
import { createServerClientIn } from '../src/remote/server-client.ts';
import type { BuntingError } from '../src/requests/reporter.ts';
import { createTestFetch, json, answerVariables, url, type Fetched, type TestAnswer } from './test-fetch.ts';
import { createTestRuntime } from './test-runtime.ts';

const key = 'c1a55e00-0000-4000-8000-0000000000a1';
export const user = { id: 'user-7' };

/** Creates a remote client whose answers and time are set by the test. */
export function startServerClient(
  options: ServerClientOptions = {},
  respond: (fetched: Fetched) => TestAnswer = answerAll,
) {
  const runtime = createTestRuntime();
  const test = createTestFetch(respond);
  const errors: BuntingError[] = [];
  const onError = (error: BuntingError) => void errors.push(error);
  const flags = createServerClientIn(runtime, { url, key, fetch: test.fetch, onError, ...options });
  const asked = () => test.fetched.filter(({ path }) => path !== '/v1/events');
  const events = () =>
    test.fetched.flatMap(({ path, body }) => (path === '/v1/events' ? (body['events'] as object[]) : []));
  return { ...test, runtime, errors, flags, asked, events };
}

/** Answers with a value for each variable, and accepts all events. */
export function answerAll(fetched: Fetched): TestAnswer {
  if (fetched.path === '/v1/events') return json({ accepted: 1 }, 202);
  return answerVariables(fetched);
}

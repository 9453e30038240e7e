/** A request that a test's `fetch` was given. */
export interface Fetched {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** The answer of a test. An error is thrown, as by a broken connection. */
export type TestAnswer = Response | Error | Promise<Response>;

export interface TestFetch {
  readonly fetch: typeof fetch;
  readonly fetched: Fetched[];
  /** Answers from now on. */
  readonly answer: (respond: (fetched: Fetched) => TestAnswer) => void;
}

export const url = 'http://bunting.example';

/** Creates a `fetch` whose answers are set by the test. */
export function createTestFetch(respond: (fetched: Fetched) => TestAnswer): TestFetch {
  let current = respond;
  const fetched: Fetched[] = [];
  async function testFetch(input: unknown, init: RequestInit = {}): Promise<Response> {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Fetched['body']) : {};
    const request: Fetched = {
      path: String(input).slice(url.length),
      headers: init.headers as Fetched['headers'],
      body,
      signal: init.signal!,
    };
    fetched.push(request);
    const answer = await current(request);
    if (answer instanceof Error) throw answer;
    return answer;
  }
  return {
    fetch: testFetch,
    fetched,
    answer: (next) => void (current = next),
  };
}

export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** Returns the answer of `POST /v1/variables`: each key with the value of the function; undefined = unknown. */
export function answerVariables(
  { body }: Fetched,
  findValue: (key: string) => unknown = () => true,
): Response {
  const keys = body['keys'] as string[];
  const results = keys.map((key) => {
    const value = findValue(key);
    const known = { variation: 'on', reason: 'targeting_rule_matched', feature: 'f' };
    const unknown = { variation: null, reason: 'variable_not_found', feature: null };
    const trace = { evaluation_trace: `trace of ${key}` };
    return [key, value === undefined ? { key, value: null, ...unknown } : { key, value, ...known, ...trace }];
  });
  return json({ results: Object.fromEntries(results) });
}

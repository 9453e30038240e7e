import type { JsonValue } from '@bunting/evaluator/definition';
import type { CheckGroup } from './check.ts';
import { differences } from './differences.ts';
import { checkOfrepAnswer } from './ofrep/check-answer.ts';
import { toOpenFeatureContext, expectedOfrepAnswer, type Result } from './ofrep/expected-answer.ts';
import type { Project } from './vectors/project.ts';
import type { Send } from './http/send.ts';
import type { Vector } from './vectors/vector-file.ts';

/** Evaluates the key of a vector for its user and returns the variable result of contract §2.3, with `split` where buckets decided. */
export type Evaluate = (project: Project, vector: Vector) => Promise<JsonValue> | JsonValue;

/** Returns the evaluation vectors as checks of an evaluator, one group per project. */
export function evaluationChecks(projects: readonly Project[], evaluate: Evaluate): CheckGroup[] {
  return projects.map((project) => ({
    name: project.path,
    checks: project.vectors.map((vector) => ({
      name: vector.name,
      run: async () =>
        differences({ key: vector.key, ...vector.expect }, await evaluate(project, vector), 'the result'),
    })),
  }));
}

/** Returns the vectors whose result does not depend on the time, because the clock of a server cannot be set. */
export function atAnyTime(projects: readonly Project[]): Project[] {
  return projects.map((project) => ({
    ...project,
    vectors: project.vectors.filter(({ now }) => now === undefined),
  }));
}

/**
 * Evaluates on a server that has loaded the fixture, by all of its interfaces, which have to agree. It ignores the trace, which the HTTP
 * cases check.
 */
export function evaluateOver(send: Send): Evaluate {
  async function post(path: string, environmentKey: string, body: object): Promise<Answer> {
    const headers = { 'X-API-Key': environmentKey, 'Content-Type': 'application/json' };
    const request = { method: 'POST', path, headers, body: JSON.stringify(body) };
    const answer = await send(request);
    requireNone(checkOfrepAnswer(request, answer));
    return { status: answer.status, json: JSON.parse(answer.text) as Answer['json'] };
  }

  return async ({ environmentKey }, { key, user }) => {
    const path = encodeURIComponent(key);
    const one = await post(`/v1/variables/${path}`, environmentKey, { user });
    if (one.status !== 200) throw new Error(`status ${one.status}: ${JSON.stringify(one.json)}`);
    const { evaluation_trace: _trace, ...result } = one.json;

    const many = await post('/v1/evaluations', environmentKey, { keys: [key], user });
    const results = many.json['results'] as Readonly<Record<string, Answer['json']>>;
    const { split, ...same } = results[key]!;
    requireNone(differences(result, same, 'the result of /v1/evaluations'));
    const evaluated = split === undefined ? result : { ...result, split };

    const flag = await post(`/ofrep/v1/evaluate/flags/${path}`, environmentKey, {
      context: toOpenFeatureContext(user),
    });
    const expected = expectedOfrepAnswer(key, evaluated as unknown as Result);
    requireNone(differences(expected, withoutTrace(flag), 'the answer of OFREP'));
    return evaluated;
  };
}

interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, JsonValue>>;
}

function withoutTrace({ status, json }: Answer): JsonValue {
  if (status !== 200) return { status, json };
  const { evaluation_trace: _trace, ...metadata } = json['metadata'] as Readonly<Record<string, JsonValue>>;
  return { status, json: { ...json, metadata } };
}

function requireNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

import type { JsonValue } from '@bunting/evaluator/definition';
import type { CheckGroup } from './check.ts';
import { differences } from './differences.ts';
import type { Project } from './vectors/project.ts';
import type { Send } from './http/send.ts';
import type { Vector } from './vectors/vector-file.ts';

/** Evaluates the key of a vector for its user and returns the variable result of contract §2.3. */
export type Evaluate = (project: Project, vector: Vector) => Promise<JsonValue> | JsonValue;

/** The evaluation vectors as checks of an evaluator, one group per project. */
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

/** The vectors whose result does not depend on the time, because the clock of a server cannot be set. */
export function atAnyTime(projects: readonly Project[]): Project[] {
  return projects.map((project) => ({
    ...project,
    vectors: project.vectors.filter(({ now }) => now === undefined),
  }));
}

/** Evaluates on a server that has loaded the fixture. It ignores the trace, which the HTTP cases check. */
export function evaluateOver(send: Send): Evaluate {
  return async ({ environmentKey }, { key, user }) => {
    const { status, text } = await send({
      method: 'POST',
      path: `/v1/variables/${encodeURIComponent(key)}`,
      headers: { 'X-API-Key': environmentKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ user }),
    });
    if (status !== 200) throw new Error(`status ${status}: ${text}`);
    const { evaluation_trace: _trace, ...result } = JSON.parse(text) as Record<string, JsonValue>;
    return result;
  };
}

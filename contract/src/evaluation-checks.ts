import type { JsonValue } from '@bunting/evaluator/definition';
import type { CheckGroup } from './check.ts';
import { differences } from './differences.ts';
import type { Project } from './vectors/project.ts';
import type { Send } from './http/send.ts';
import type { Vector } from './vectors/vector-file.ts';

/** Evaluates a vector's key for its user, and gives the variable result of contract §2.3. */
export type Evaluate = (project: Project, vector: Vector) => Promise<JsonValue> | JsonValue;

/** The evaluation vectors, one group per project, for whatever evaluates. */
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

/** The vectors whose answer does not depend on the time: a server's clock cannot be set. */
export function atAnyTime(projects: readonly Project[]): Project[] {
  return projects.map((project) => ({
    ...project,
    vectors: project.vectors.filter(({ now }) => now === undefined),
  }));
}

/** Asks a server that has loaded the fixture. The trace is what the HTTP cases look at, not these. */
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

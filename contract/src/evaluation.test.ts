import { describe, expect, it } from '@jest/globals';
import { compileFragments, createDatafile, evaluate, readContext, type Datafile } from '@bunting/evaluator';
import type { JsonValue } from '@bunting/evaluator/definition';
import {
  evaluationChecks,
  createFragments,
  readProjects,
  readStoredProjects,
  type Project,
  type Vector,
} from '@bunting/contract';

// The time for vectors without one. It is fixed, so that every run is the same.
const someTime = Date.parse('2026-07-01T00:00:00Z');
const projects = [...readProjects(), ...readStoredProjects()];
const datafiles = new Map(projects.map((project) => [project, datafileOf(project)]));

for (const { name, checks } of evaluationChecks(projects, evaluateWithFunction)) {
  describe(`The evaluator, by ${name}`, () => {
    for (const { name, run } of checks) it(name, async () => expect(await run()).toEqual([]));
  });
}

function evaluateWithFunction(project: Project, { key, user, now }: Vector): JsonValue {
  const datafile = datafiles.get(project) ?? createDatafile();
  const context = readContext(user as Record<string, JsonValue> | null);
  const evaluation = evaluate(datafile, key, context, now === undefined ? someTime : Date.parse(now));
  const { value, variation, reason, feature, split } = evaluation;
  const result = { key: evaluation.key, value, variation, reason, feature };
  // A server sends this text, so it must contain the same result.
  expect(JSON.parse(`${evaluation.text}}`)).toEqual(result);
  return split ? { ...result, split } : result;
}

function datafileOf(project: Project): Datafile {
  const datafile = createDatafile();
  datafile.apply(compileFragments(createFragments(project)));
  return datafile;
}

import { describe, expect, it } from '@jest/globals';
import { operators } from '@bunting/evaluator/definition';
import { parse } from 'yaml';
import {
  createFixture,
  readFixture,
  readHttpFiles,
  readHttpOrganisations,
  readProjects,
  readStoredProjects,
} from '@bunting/contract';

describe('The vectors', () => {
  it('agree with contract/fixture.yaml, which is generated from them', () => {
    expect(readFixture()).toBe(createFixture(readHttpOrganisations(), readProjects()));
  });

  it('use environment keys that the fixture has', () => {
    const fixture = JSON.stringify(parse(readFixture()));
    const keys = readHttpFiles().flatMap(({ file }) => Object.values(file.environment_keys ?? {}));
    expect(keys.filter((key) => !fixture.includes(key))).toEqual([]);
  });

  it('have different names within each file', () => {
    const groups = [
      ...[...readProjects(), ...readStoredProjects()].map(({ path, vectors }) => ({
        path,
        names: vectors.map(({ name }) => name),
      })),
      ...readHttpFiles().map(({ path, file }) => ({ path, names: file.cases.map(({ name }) => name) })),
    ];
    for (const { path, names } of groups) expect([path, repeated(names)]).toEqual([path, []]);
  });

  it('cover every operator', () => {
    const used = JSON.stringify(readProjects().map(({ features, segments }) => ({ features, segments })));
    expect(operators.filter((operator) => !used.includes(`"operator":"${operator}"`))).toEqual([]);
  });
});

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

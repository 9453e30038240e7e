import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { goRequirement } from '@bunting/testing/go-program';
import { itWith } from '@bunting/testing/requirements';
import { Ajv } from 'ajv';
import type { KitCase } from '../src/kit/cases.ts';
import { writeKit } from '../src/kit/write-kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'bunting-kit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeKit(folder, '1.2.3');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const cases = read('cases.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as KitCase);
const [, documented] = /^node check\.mjs (.*)$/m.exec(read('README.md'))!;

function check(...command: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['check.mjs', ...command], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return { status, output: stdout + stderr };
}

itWith(goRequirement(), 'the runner in Go passes every case, by the command of the README', () => {
  const { status, output } = check(...documented!.split(' '));
  expect(output).toBe(`${cases.length} passed, 0 failed\n`);
  expect(status).toBe(0);
});

it('has every evaluation vector', () => {
  expect(cases.length).toBeGreaterThan(1900);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

it.each(['request', 'result'] as const)('each %s is as its schema says', (part) => {
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(read(`schemas/${part}.schema.json`)) as object,
  );
  for (const { name, request, expect: result } of cases) {
    expect([name, validate(part === 'request' ? request : result), validate.errors]).toEqual([
      name,
      true,
      null,
    ]);
  }
});

it('lists every file with its checksum in the manifest', () => {
  const manifest = JSON.parse(read('manifest.json')) as {
    version: string;
    cases: number;
    files: { path: string; bytes: number; sha256: string }[];
  };
  expect(manifest).toMatchObject({ version: '1.2.3', cases: cases.length });
  expect(manifest.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['README.md', 'check.mjs', 'runners/go/main.go', 'vectors/evaluation/rules.json']),
  );
  for (const { path, bytes, sha256 } of manifest.files) {
    const content = readFileSync(join(folder, path));
    expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
      path,
      bytes,
      sha256,
    ]);
  }
});

it('reports a runner with wrong results', () => {
  const wrong = `for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\\n'))
    console.log(JSON.stringify({ key: JSON.parse(line).key, value: null, variation: null, reason: 'variable_not_found', feature: null }))`;
  const { status, output } = check(process.execPath, '--eval', wrong);
  expect(status).toBe(1);
  expect(output).toMatch(/^FAILED evaluation\/rules\.json: /m);
  expect(Number(/(\d+) passed, \d+ failed\n$/.exec(output)?.[1])).toBeLessThan(cases.length / 10);
});

it('reports a runner that ends too early', () => {
  const { status, output } = check(
    process.execPath,
    '--eval',
    'process.stdin.resume(); process.stdin.on("end", () => process.exit(3))',
  );
  expect(status).toBe(1);
  expect(output).toContain(`The runner ended with 3 after 0 of ${cases.length} results.`);
});

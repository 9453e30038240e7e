import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { goProgramRequirement } from '@bunting/testing/go-program';
import { itWith } from '@bunting/testing/requirements';
import { parse } from 'yaml';
import { readText, root } from './compose-file.ts';

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps: readonly { readonly run?: string; readonly with?: Readonly<Record<string, unknown>> }[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = '.github/workflows';
const names = readdirSync(`${root}${folder}`);
const read = (name: string) => parse(readText(`${folder}/${name}`)) as Workflow;

itWith(
  goProgramRequirement('actionlint', 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'),
  'actionlint finds no fault in the workflows',
  (actionlint) => {
    const { status, stdout } = spawnSync(actionlint, ['-no-color'], { cwd: root, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  },
);

describe.each(names)('%s', (name) => {
  const workflow = read(name);
  const jobs = Object.values(workflow.jobs);

  it('pins every action by its commit, and says which version that is', () => {
    const uses = [...readText(`${folder}/${name}`).matchAll(/uses: (.*)$/gm)].map(([, use]) => use!);
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may only read, and gives more to single jobs, which have a time limit', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });

  it('keeps no token in a checkout', () => {
    const text = readText(`${folder}/${name}`);
    const checkouts = text.match(/actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
  });

  it('puts no text of a request into a script', () => {
    const scripts = jobs.flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });
});

it('the tests run on the oldest supported Node.js and on the LTS release of the unit tests', () => {
  const { engines } = JSON.parse(readText('package.json')) as { engines: { node: string } };
  expect(read('test.yml').jobs['test']!.strategy!.matrix.node).toEqual([
    engines.node.replace('>=', ''),
    /^export const version = '(\d+)\./m.exec(readText('tools/node-lts.mjs'))![1],
  ]);
});

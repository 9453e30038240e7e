import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import { goProgramRequirement } from '@bunting/testing/go-program';
import { describeWith } from '@bunting/testing/requirements';
import { chart } from '../artefacts/chart.ts';
import { makeContext } from './artefact-context.ts';

const contexts = [makeContext(), makeContext()] as const;
afterAll(() => contexts.forEach((context) => context.remove()));
const [archive, again] = contexts.map(({ out }) => `${out}/chart/bunting-chart-1.2.3.tgz`);
for (const context of contexts) await chart.build(context);
const readFile = (path: string) =>
  execFileSync('tar', ['-xzOf', archive!, `bunting/${path}`], { encoding: 'utf8' });

it('has the same bytes twice', () => {
  expect(readFileSync(archive!)).toEqual(readFileSync(again!));
});

it('has the version and the registry of the release', () => {
  expect(readFile('Chart.yaml')).toMatch(/\nversion: 1\.2\.3\nappVersion: 1\.2\.3\n/);
  expect(readFile('values.yaml')).toContain('\n  registry: registry.acme.example/bunting\n');
  expect(readFile('values.yaml')).not.toContain('registry.example.com');
});

it('has a README that names this release, with links that lead to it', () => {
  const readme = readFile('README.md');
  expect(readme).toContain('helm install bunting bunting-chart-1.2.3.tgz');
  expect(readme).toContain('(https://git.acme.example/bunting/blob/v1.2.3/k8s/README.md)');
  expect(readme).not.toContain('](../');
});

it('leaves out the values of the tests', () => {
  const files = execFileSync('tar', ['-tzf', archive!], { encoding: 'utf8' }).split('\n');
  expect(files).toContain('bunting/values.schema.json');
  expect(files.filter((file) => file.includes('/ci/'))).toEqual([]);
});

describeWith(goProgramRequirement('helm', 'helm.sh/helm/v4/cmd/helm@v4.3.1'), 'helm', (helm) => {
  it('takes the archive as a chart, and finds no fault in it', () => {
    expect(execFileSync(helm, ['lint', '--strict', archive!], { encoding: 'utf8' })).toContain(
      '0 chart(s) failed',
    );
  });

  it('renders the images of the release', () => {
    const output = execFileSync(helm, ['template', 'bunting', archive!], { encoding: 'utf8' });
    const images = [...output.matchAll(/image: (\S+)/g)].map(([, image]) => image!);
    expect(images.length).toBeGreaterThan(10);
    for (const image of images) expect(image).toMatch(/^registry\.acme\.example\/bunting\/[a-z-]+:1\.2\.3$/);
  });
});

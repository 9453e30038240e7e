import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { goProgramRequirement } from '@bunting/testing/go-program';
import { parseManifests, type Manifest } from './rendered.ts';

export const helm = goProgramRequirement('helm', 'helm.sh/helm/v4/cmd/helm@v4.3.1');
export const chartFolder = fileURLToPath(new URL('../../charts/bunting', import.meta.url));

/** The files of ci/, each a set of values, and the set that changes nothing. */
export const valueSets = ['default', 'full', 'small', 'mirror', 'cluster'] as const;
export type ValueSet = (typeof valueSets)[number];

/** Runs helm on the chart, with values that are not defaults. */
export function runHelm(
  program: string,
  command: 'lint' | 'template',
  values: ValueSet,
  ...options: string[]
): { status: number | null; stdout: string; stderr: string } {
  const release = command === 'template' ? ['bunting'] : [];
  const file = values === 'default' ? [] : ['--values', `${chartFolder}/ci/${values}.yaml`];
  return spawnSync(
    program,
    [command, ...release, chartFolder, '--namespace', 'bunting', ...file, ...options],
    {
      encoding: 'utf8',
    },
  );
}

/** Renders the chart for a cluster with KEDA. */
export function renderChart(program: string, values: ValueSet, ...options: string[]): Manifest[] {
  const cluster = ['--kube-version', '1.30.0', '--api-versions', 'keda.sh/v1alpha1'];
  const { status, stdout, stderr } = runHelm(program, 'template', values, ...cluster, ...options);
  if (status !== 0) throw new Error(stderr);
  return parseManifests(stdout).filter((manifest) => manifest !== null);
}

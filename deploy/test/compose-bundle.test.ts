import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { compose } from '../../release/artefacts/compose.ts';
import { makeContext } from '../../release/test/artefact-context.ts';
import { readComposeFile, readText, root, type ComposeService } from './compose-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'bunting-compose-'));
const digest = `sha256:${'a'.repeat(64)}`;
const digests = join(folder, 'digests.json');
await writeFile(digests, JSON.stringify(await findDigests()));
const contexts = [makeContext(), makeContext(), makeContext({ IMAGE_DIGESTS: digests })] as const;
for (const context of contexts) await compose.build(context);
const [archive, again, pinned] = contexts.map(({ out }) => `${out}/compose/bunting-compose-1.2.3.tar.gz`);
afterAll(async () => {
  for (const context of contexts) context.remove();
  await rm(folder, { recursive: true });
});

const extract = (path: string, from = archive!) =>
  execFileSync('tar', ['-xzOf', from, `bunting-compose-1.2.3/${path}`], { encoding: 'utf8' });
const bundle = parse(extract('docker-compose.yml'), { merge: true }) as ReturnType<typeof readComposeFile>;
const tree = readComposeFile();

it('equals docker-compose.yml, except that it builds nothing and names the images of the release', () => {
  const toReleased = ({ build: _build, pull_policy: _pullPolicy, ...service }: ComposeService) => ({
    ...service,
    image: service.image.replace(
      /^bunting\/([a-z-]+):.*$/,
      'registry.acme.example/bunting/$1:${BUNTING_VERSION:-1.2.3}',
    ),
  });
  const services = Object.entries(tree.services).map(([name, service]) => [name, toReleased(service)]);
  const { services: found, ...rest } = bundle;
  expect(found).toEqual(Object.fromEntries(services));
  const { services: _services, ...restOfTree } = tree;
  expect(withoutAnchors(rest)).toEqual(withoutAnchors(restOfTree));
  expect(Object.values(found).filter(({ image }) => image.includes('acme.example'))).toHaveLength(9);
});

it('has every file that docker-compose.yml names', () => {
  const listed = execFileSync('tar', ['-tzf', archive!], { encoding: 'utf8' });
  const named = [...readText('docker-compose.yml').matchAll(/\.?\/?((?:deploy|local)\/[\w.-]+\.\w+)/g)];
  expect(named.length).toBeGreaterThan(2);
  for (const [, path] of named) expect(listed).toContain(`bunting-compose-1.2.3/${path}\n`);
});

it('has .env.example with the version of the release, and make-env.sh, which makes .env of it', async () => {
  execFileSync('tar', ['-xzf', archive!, '-C', folder]);
  const unpacked = join(folder, 'bunting-compose-1.2.3');
  execFileSync('sh', ['deploy/make-env.sh'], { cwd: unpacked });
  const env = await readFile(join(unpacked, '.env'), 'utf8');
  expect(env).toContain('\n# BUNTING_VERSION=1.2.3\n');
  expect(env).toMatch(/\nPOSTGRES_PASSWORD=[0-9a-f]{64}\n/);
});

it('has rotate-secret.sh, which changes one value of that .env', async () => {
  const unpacked = join(folder, 'bunting-compose-1.2.3');
  const before = (await readFile(join(unpacked, '.env'), 'utf8')).split('\n');
  execFileSync('sh', ['deploy/rotate-secret.sh', 'SESSION_SECRET'], { cwd: unpacked });
  const after = (await readFile(join(unpacked, '.env'), 'utf8')).split('\n');
  expect(after).toHaveLength(before.length);
  const changed = after.filter((line, index) => line !== before[index]);
  expect(changed).toEqual([expect.stringMatching(/^SESSION_SECRET=[0-9a-f]{64}$/)]);
});

it('has the same bytes twice', async () => {
  expect(await readFile(archive!)).toEqual(await readFile(again!));
});

describe('with IMAGE_DIGESTS', () => {
  it('names third-party images by digest, in docker-compose.yml and .env.example', () => {
    const images = [...readText('docker-compose.yml').matchAll(/docker\.io\/[\w./:-]+/g)].map(
      ([image]) => image,
    );
    expect(images).toHaveLength(3);
    for (const file of ['docker-compose.yml', '.env.example']) {
      for (const image of images) expect(extract(file, pinned)).toContain(`${image}@${digest}`);
    }
  });

  it('refuses an image without a digest', async () => {
    await writeFile(digests, JSON.stringify({ NODE_IMAGE: 'docker.io/library/node:26' }));
    const context = makeContext({ IMAGE_DIGESTS: digests });
    await expect(compose.build(context)).rejects.toThrow('IMAGE_DIGESTS has no digest for NODE_IMAGE');
    context.remove();
  });
});

/** Runs release/find-digests.mjs with a Docker that answers the same digest for each image. */
async function findDigests(): Promise<Record<string, string>> {
  const docker = join(folder, 'docker');
  await writeFile(docker, `#!/bin/sh\nprintf '{"digest":"${digest}"}'\n`);
  await chmod(docker, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const output = execFileSync(process.execPath, ['release/find-digests.mjs'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return JSON.parse(output) as Record<string, string>;
}

/** Removes the parts that services share, which YAML has merged into them. */
function withoutAnchors(file: object): object {
  return Object.fromEntries(Object.entries(file).filter(([name]) => !name.startsWith('x-')));
}

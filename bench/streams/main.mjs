// npm run bench:streams: what an idle stream and a notification cost, how soon 1,000 streams of three processes are notified of a change, the
// bytes of datafiles, and how soon evaluations are answered while 10,000 streams are notified. Needs `ulimit -n` above the streams of the largest step.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { openChanges } from '../commit-change.mjs';
import { pin, otherCores, startNode } from '../evaluate/processes.mjs';
import {
  apiKey,
  createDocument,
  createEnvironmentVariables,
  getMainFile,
  startInstallation,
  untilReady,
} from '../installation.mjs';
import { evaluationTimes } from './evaluation-times.mjs';

const steps = [2_000, 16_000];
const notifications = 10;
const notifiedChanges = 100;
const processCount = 3;
const besideEvaluations = 10_000;
const evaluationSeconds = 20;
const notifiedStreams = 1_000;
const datafileKey = '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e60';
const ticksPerSecond = 100;

const load = (path) => import(new URL(`../../${path}`, import.meta.url).href);
const { findFreePort } = await load('packages/embedded-servers/dist/index.js');

const document = createDocument(1_000);
for (const feature of document.organisations[0].projects[0].features) {
  const { rules } = feature.environments.production.targeting;
  rules.push({ ...rules[0], name: 'Half of the Netherlands', any_of: [inCountry('NL')] });
}
const [environment] = document.organisations[0].projects[0].environments;
environment.api_keys.push({ key: datafileKey, kind: 'datafile' });

const env = {
  STREAM_MAX_CONNECTIONS: '100000',
  STREAM_MAX_PER_ORGANISATION: '100000',
  STREAM_NOTIFICATIONS_PER_SECOND: '1000000',
};
const bunting = await startInstallation(document, { service: 'sync-api', env });
const started = [];
const changes = await openChanges(bunting);
try {
  await measureDatafiles();
  await measureMemory();
  await measureNotified();
  await measureEvaluations();
} finally {
  for (const child of started) child.kill('SIGKILL');
  await changes.close();
  await bunting.stop();
}

async function measureDatafiles() {
  const whole = await readDatafile('');
  const { version, fragments } = JSON.parse(gunzipSync(whole));
  console.log(`figure datafile_${fragments.length}_gzip ${(whole.length / 1000).toFixed(1)} kB`);
  await change();
  const delta = await readDatafile(`?since=${version}`);
  const { fragments: changed } = JSON.parse(gunzipSync(delta));
  if (changed.length !== 1) throw new Error(`The delta has ${changed.length} fragments.`);
  console.log(`figure datafile_delta_gzip ${(delta.length / 1000).toFixed(2)} kB`);
}

async function measureMemory() {
  const clients = startClients();
  const memory = [];
  let open = 0;
  for (const step of steps) {
    const before = cpuSeconds(bunting.pid);
    await ask(clients, { open: step - open, ports: [bunting.port] });
    const perOpening = (cpuSeconds(bunting.pid) - before) / (step - open);
    open = step;
    // Two turns of the wheel: every stream has had its heartbeats, and the garbage of opening it is gone.
    await delay(55_000);
    memory.push(residentKilobytes(bunting.pid));
    console.log(
      `  ${step} streams: ${(memory.at(-1) / 1000).toFixed(0)} MB; opening one takes ${(perOpening * 1e6).toFixed(0)} µs CPU`,
    );
  }
  const perStream = (memory[1] - memory[0]) / (steps[1] - steps[0]);
  console.log(`figure stream_idle_connection ${perStream.toFixed(1)} kB`);

  const beatsFrom = cpuSeconds(bunting.pid);
  await delay(50_000);
  const beats = cpuSeconds(bunting.pid) - beatsFrom;
  console.log(`  a heartbeat takes ${((beats / (2 * open)) * 1e6).toFixed(1)} µs CPU`);
  const from = cpuSeconds(bunting.pid);
  const began = performance.now();
  for (let n = 0; n < notifications; n += 1) {
    const { version } = await change();
    await ask(clients, { version, count: open });
  }
  const idle = (beats / 50) * ((performance.now() - began) / 1000);
  const perNotification = (cpuSeconds(bunting.pid) - from - idle) / (notifications * open);
  console.log(`figure stream_notify_cpu ${(perNotification * 1e6).toFixed(1)} µs`);
  clients.kill();
  await once(clients, 'exit');
}

async function measureNotified() {
  const ports = [bunting.port];
  while (ports.length < processCount) ports.push(await startProcess());
  const clients = startClients();
  await ask(clients, { open: notifiedStreams, ports });
  const all = [];
  for (let n = 0; n < notifiedChanges; n += 1) {
    const { version, committedAt } = await change();
    const { times } = await ask(clients, { version, count: notifiedStreams });
    all.push(...times.map((at) => at - committedAt));
    await delay(100);
  }
  const sorted = all.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)];
  console.log(`figure stream_told_p95 ${p95.toFixed(0)} ms`);
  clients.kill();
  await once(clients, 'exit');
}

/**
 * Measures the same changes with and without streams that are notified of them at the pace of an installation, without
 * rest.
 */
async function measureEvaluations() {
  const evalPort = await startProcess('eval-api');
  const syncPort = await startProcess('sync-api', {});
  const timesOf = (changeOnce, seconds = evaluationSeconds) =>
    evaluationTimes({ port: evalPort, apiKey, seconds, changeOnce });
  const alone = () => change().then(() => delay(2_000));
  await timesOf(alone, 5);
  const without = await timesOf(alone);
  const clients = startClients();
  await ask(clients, { open: besideEvaluations, ports: [syncPort] });
  const beside = await timesOf(async () => {
    const { version } = await change();
    await ask(clients, { version, count: besideEvaluations });
  });
  for (const [what, times] of [
    ['no stream is open', without],
    [`${besideEvaluations} streams are notified`, beside],
  ]) {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) =>
      times[Math.floor(times.length * share)].toFixed(2),
    );
    console.log(`  evaluations while ${what}: median ${p50} ms, 95 % ${p95} ms, 99 % ${p99} ms`);
  }
}

/** Alters one feature. */
function change() {
  return changes.commit(
    `UPDATE feature SET salt = md5(random()::text) WHERE slug = 'feature-7' RETURNING id`,
  );
}

function startClients() {
  const clients = fork(fileURLToPath(new URL('clients.mjs', import.meta.url)), [apiKey]);
  pin(clients.pid, otherCores);
  started.push(clients);
  return clients;
}

async function ask(clients, message) {
  clients.send(message);
  const [answer] = await once(clients, 'message');
  return answer;
}

async function startProcess(service = 'sync-api', more = env) {
  const port = await findFreePort();
  started.push(
    startNode([getMainFile(service)], { env: { ...createEnvironmentVariables(bunting, port), ...more } }),
  );
  await untilReady(`http://127.0.0.1:${port}/readyz`);
  return port;
}

async function readDatafile(query) {
  const headers = { 'X-API-Key': datafileKey, 'Accept-Encoding': 'gzip' };
  const outgoing = request({ port: bunting.port, path: `/v1/datafile${query}`, headers }).end();
  const [incoming] = await once(outgoing, 'response');
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function residentKilobytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1.024;
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function inCountry(country) {
  return { all_of: [{ property: 'country', operator: 'is', values: [country] }] };
}

// A service as its image runs it: with the Node.js and the flags of the image, and NODE_ENV=production. Memory and time are read from
// /proc. Time is processor time, which other programs on the machine change little.
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { serverCore, startNode } from '../evaluate/processes.mjs';
import { createEnvironmentVariables, getMainFile } from '../installation.mjs';
import { processorSeconds } from '../webhooks/processor-time.mjs';
import { readFlags } from './image.mjs';

const { findFreePort } = await import('../../packages/embedded-servers/dist/index.js');

/** Settings for benchmarks: receivers on loopback, and a disk that may be slow because the machine is busy. */
const settings = { WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', INGEST_API_WRITE_TIMEOUT_MS: '20000' };

/** Starts a service and waits until it is ready. `group`: the folder of the control group that it joins. */
export async function startService(name, { stores, node, group }) {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = startNode([...readFlags(name), getMainFile(name)], {
    node,
    group,
    core: serverCore,
    env: { ...createEnvironmentVariables(stores, port), ...settings, LOG_LEVEL: 'error' },
  });
  const ended = once(child, 'exit');
  child.stdout.pipe(process.stderr);
  const url = `http://127.0.0.1:${port}`;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  while ((await statusOf(`${url}/readyz`)) !== 200) {
    if (!isAlive()) throw new Error(`${name} did not start.`);
    await delay(10);
  }
  const { pid } = child;
  return {
    name,
    port,
    url,
    pid,
    isAlive,
    start: { ms: performance.now() - startedAt, cpuMs: processorSeconds(pid) * 1000 },
    cpuSeconds: () => processorSeconds(pid),
    /** Resident memory now, in MiB. */
    resident: () => memory(pid, 'VmRSS'),
    /** The peak of resident memory since the last `forgetPeak`, in MiB. */
    peak: () => memory(pid, 'VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    async heapMiB() {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^nodejs_heap_size_total_bytes (\S+)$/m.exec(text)[1]) / 2 ** 20;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function statusOf(url) {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status;
}

/** Returns a field of /proc/…/status in MiB; NaN if the process has ended. */
export function memory(pid, field) {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

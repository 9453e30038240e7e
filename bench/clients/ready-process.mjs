// A process that makes a local client, as ready.mjs tells it.
import { json } from 'node:stream/consumers';
import { createLocalClient } from '../../packages/node/dist/esm/local.js';

const { url, key, flag } = await json(process.stdin);
const startedAt = performance.now();
const flags = createLocalClient({ url, key });
const status = await flags.ready({ timeoutMs: 60_000 });
const readyMs = performance.now() - startedAt;
if (status !== 'ready') throw new Error(`The local client is ${status}.`);
const value = flags.value(flag, 'none', { country: 'FR' });
console.log(JSON.stringify({ readyMs, value }));
process.exit(0);

// Starts unleash-server and @unleash/proxy with the flags of Bunting's side of the benchmark: users from Canada get one of
// two variants, half and half.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const tokens = {
  admin: '*:*.bench-admin-0123456789abcdef',
  backend: 'default:development.bench-backend-0123456789abcdef',
  frontend: 'default:development.bench-frontend-0123456789abcdef',
};
const proxyKey = 'bench-proxy-key';
const require = createRequire(import.meta.url);

/** Both need a newer Node.js than Bunting, which the npm package `node` contains. */
export const newerNode = join(dirname(require.resolve('node/package.json')), 'bin', 'node');

/** Starts Unleash. Each list that is passed to `addFlags` begins with the previous one. */
export async function startUnleash({ databaseUrl, port, proxyPort, pin }) {
  const run = (script, env) => {
    const command = [...pin, newerNode, join(dirname(import.meta.filename), script)];
    return spawn(command[0], command.slice(1), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    });
  };
  const server = run('run-unleash-server.mjs', {
    DATABASE_URL: databaseUrl,
    DATABASE_SSL: 'false',
    PORT: String(port),
    INIT_ADMIN_API_TOKENS: tokens.admin,
    INIT_BACKEND_API_TOKENS: tokens.backend,
    INIT_FRONTEND_API_TOKENS: tokens.frontend,
    TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: '1000000000', // as on Bunting's side
    SDK_API_RATE_LIMIT_PER_MINUTE: '1000000000',
    CHECK_VERSION: 'false',
    SEND_TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  });
  const base = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${base}/health`)).ok);

  const proxy = run('run-unleash-proxy.mjs', {
    UNLEASH_URL: `${base}/api`,
    UNLEASH_API_TOKEN: tokens.backend,
    UNLEASH_PROXY_CLIENT_KEYS: proxyKey,
    PORT: String(proxyPort),
    LOG_LEVEL: 'error',
  });
  const proxyBase = `http://127.0.0.1:${proxyPort}`;
  await until(async () => (await fetch(`${proxyBase}/proxy/health`)).ok);

  let known = 0;
  return {
    serverPid: server.pid,
    proxyPid: proxy.pid,
    serverRequest: { port, path: '/api/frontend', headers: { authorization: tokens.frontend } },
    proxyRequest: { port: proxyPort, path: '/proxy', headers: { authorization: proxyKey } },
    async addFlags(names) {
      for (const name of names.slice(known)) await addFlag(base, name);
      known = names.length;
      const wanted = (body) => JSON.parse(body).toggles?.length >= names.length;
      for (const [url, key] of [
        [`${base}/api/frontend`, tokens.frontend],
        [`${proxyBase}/proxy`, proxyKey],
      ]) {
        await until(async () => {
          const answer = await fetch(url, {
            method: 'POST',
            headers: { authorization: key, 'content-type': 'application/json' },
            body: JSON.stringify({ context: { userId: 'someone', properties: { country: 'CA' } } }),
          });
          return wanted(await answer.text());
        });
      }
    },
    async stop() {
      proxy.kill('SIGKILL');
      server.kill('SIGKILL');
      await delay(100);
    },
  };
}

async function addFlag(base, name) {
  const features = `${base}/api/admin/projects/default/features`;
  await post(features, { name, type: 'experiment', impressionData: false });
  await post(`${features}/${name}/environments/development/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'userId', groupId: name },
    constraints: [{ contextName: 'country', operator: 'IN', values: ['CA'] }],
    variants: ['control', 'treatment'].map((variant) => ({
      name: variant,
      weight: 500,
      weightType: 'variable',
      stickiness: 'userId',
      payload: { type: 'string', value: variant },
    })),
  });
  await post(`${features}/${name}/environments/development/on`);
}

async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: tokens.admin, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

async function until(isTrue, seconds = 90) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    if (await isTrue().catch(() => false)) return;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} seconds in vain for ${isTrue}`);
    await delay(250);
  }
}

import { until } from '../../packages/testing/dist/index.js';
import { Failure } from '../../local/progress.mjs';

const environmentKey = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
const token = 'rpa_demo_ci_0123456789abcdefghijklmnopqrstuv';

/** Sends a typical request to every service. The demo document is applied; `receiver` is its webhook endpoint. */
export async function useServices(ports, receiver, step) {
  const ask = (service, path, init) => answerOf(`http://127.0.0.1:${ports.get(service)}${path}`, init);

  await step('An evaluation', async () => {
    const { body } = await ask('eval-api', '/v1/variables/checkout-layout', {
      headers: { 'X-API-Key': environmentKey },
      body: { user: { id: 'user-7' } },
    });
    if (body.reason !== 'self_targeting_override')
      throw new Failure(`It evaluates to ${JSON.stringify(body)}`);
  });

  await step('The console', () => ask('console', '/sign-in', { method: 'GET' }));

  await step('An event', () =>
    ask('ingest-api', '/v1/events', {
      headers: { 'X-API-Key': environmentKey },
      body: {
        events: [
          { event: 'bought', variable: 'checkout-layout', variation: 'one-page', user: { id: 'user-7' } },
        ],
      },
    }),
  );

  await step('A snapshot of code references', () =>
    ask('coderefs-api', '/v1/code-references', {
      headers: { Authorization: `Bearer ${token}` },
      body: {
        project: 'shop',
        provider: 'github',
        repository: 'acme/shop',
        branch: 'main',
        commit_sha: 'c0ffee',
        references: [{ key: 'checkout-layout', file: 'src/a.ts', line_number: 3, snippet: 'layout()' }],
      },
    }),
  );

  await step('Signing in, and a change', async () => {
    const { headers } = await ask('settings-api', '/settings/v1/session', {
      body: { email: 'owner@acme.example', password: 'correct horse battery staple' },
    });
    const Cookie = headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    await ask('settings-api', '/settings/v1/organisations/acme/projects/shop/features/checkout', {
      method: 'PATCH',
      headers: { Cookie },
      body: { name: 'Checkout, renamed' },
    });
  });

  await step('A signed webhook about it', async () => {
    await until(() => receiver.received.length > 0);
    const [{ headers }] = receiver.received;
    if (!Object.keys(headers).some((name) => name.includes('signature'))) {
      throw new Failure(`The webhook has no signature: ${JSON.stringify(headers)}`);
    }
  });
}

async function answerOf(address, { method = 'POST', headers, body }) {
  const response = await fetch(address, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Failure(`${method} ${address} answered ${response.status}: ${text}`);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { headers: response.headers, body: isJson ? JSON.parse(text) : undefined };
}

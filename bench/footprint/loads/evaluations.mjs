// eval-api: one variable and a hundred at a time over 64 connections; the largest responses that values allow.
import { fileURLToPath } from 'node:url';
import { runNode, otherCores } from '../../evaluate/processes.mjs';
import { apiKey } from '../../installation.mjs';
import { people } from '../../people.mjs';

const program = fileURLToPath(new URL('../../evaluate/load.mjs', import.meta.url));
const users = people(2_000);
const hundred = Array.from({ length: 100 }, (_, n) => `flag-${n}`);

/** Evaluates one variable. `at`: the target of the requests, the service or a proxy in front of it. */
export const evaluateOne = (at) =>
  evaluating(at, {
    path: '/v1/variables/flag-0',
    bodies: users.map((user) => JSON.stringify({ user })),
  });

export const evaluateHundred = (at) =>
  evaluating(at, {
    path: '/v1/variables',
    bodies: users.slice(0, 200).map((user) => JSON.stringify({ keys: hundred, user })),
  });

function evaluating({ port, pid }, { path, bodies }) {
  return async (seconds) => {
    const headers = { 'X-API-Key': apiKey };
    const load = { port, pid, path, bodies, headers, connections: 64, warmUpSeconds: 0, seconds };
    const output = await runNode([program], { core: otherCores, input: JSON.stringify(load) });
    const result = JSON.parse(output);
    if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${result.firstFailure}`);
    return { ...result, count: result.answered };
  };
}

const largeKey = '6f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
/** As JSON as long as a value may be (docs/explanations/security.md). */
const largeValue = { text: 'x'.repeat(64 * 1024 - JSON.stringify({ text: '' }).length) };

/** A project with a hundred variables whose values have 64 KiB each, which makes responses of 6.4 MB. */
export const largeProject = {
  slug: 'large',
  name: 'Large',
  environments: [{ slug: 'production', name: 'Production', api_keys: [largeKey] }],
  features: hundred.map((slug) => ({
    slug,
    name: slug,
    variables: [{ slug, type: 'json' }],
    variations: [{ slug: 'large', name: 'Large', values: { [slug]: largeValue } }],
    environments: { production: { defaults: { [slug]: 'large' } } },
  })),
};

/** Evaluates with the largest body, and with the largest response: a hundred such values. */
export async function evaluateLargest({ url }) {
  const user = { id: 'somebody', custom_data: { text: 'x'.repeat(100_000 - 2_000) } };
  const answer = await fetch(`${url}/v1/variables`, {
    method: 'POST',
    headers: { 'X-API-Key': largeKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ keys: hundred, user }),
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (answer.status !== 200 || bytes < 6_000_000) throw new Error(`${answer.status}, ${bytes} bytes`);
}

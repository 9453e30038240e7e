import { newId } from '@bunting/database';
import { demo } from './demo.ts';
import type { LoadRequest } from './constant-load.ts';

const withKey = { 'X-API-Key': demo.environmentKey };
const withToken = { Authorization: `Bearer ${demo.token}` };
const feature = '/settings/v1/organisations/acme/projects/shop/features/checkout';

export function evaluation(n: number): LoadRequest {
  const body = JSON.stringify({ user: { id: `user-${n % 100}`, country: 'CA' } });
  return { name: 'eval-api', method: 'POST', path: '/v1/variables/checkout-enabled', headers: withKey, body };
}

/** Returns a request whose id is added to `acknowledged` when it was accepted. */
export function event(acknowledged: Set<string>): LoadRequest {
  const id = newId();
  const sent = { event: 'bought', variable: 'checkout-enabled', variation: 'one-page', event_id: id };
  return {
    name: 'ingest-api',
    method: 'POST',
    path: '/v1/events',
    headers: withKey,
    body: JSON.stringify({ events: [{ ...sent, user: { id: 'user-1' } }] }),
    onAnswered: (status) => void (status === 202 && acknowledged.add(id)),
  };
}

export function snapshot(n: number): LoadRequest {
  const body = JSON.stringify({
    project: 'shop',
    repository: 'acme/shop',
    branch: 'main',
    commit: 'c0ffee0',
    references: [{ key: 'checkout-enabled', file: `src/file-${n % 7}.ts`, line: 1 }],
  });
  return { name: 'coderefs-api', method: 'POST', path: '/v1/code-references', headers: withToken, body };
}

export function renaming(n: number): LoadRequest {
  const body = JSON.stringify({ description: `Seen ${n} requests.` });
  const headers = { ...withToken, 'Content-Type': 'application/json' };
  return { name: 'settings-api', method: 'PATCH', path: feature, headers, body };
}

const reading = { method: 'GET', headers: withToken };
const knownKeys = { ...reading, name: 'coderefs-api', path: '/v1/code-references/keys?project=shop' };
const readDatafile = {
  name: 'sync-api',
  method: 'GET',
  path: '/v1/datafile',
  headers: { 'X-API-Key': demo.datafileKey },
};
const readPage = { name: 'console', method: 'GET', path: '/sign-in', headers: {} };
const readFeature = { ...reading, name: 'settings-api', path: feature };

/**
 * Returns a mixture of requests: a thousand have about 760 evaluations, 200 events, and ten requests and two changes
 * for each of the other services.
 */
export function mixture(acknowledged: Set<string>) {
  return (n: number): LoadRequest => {
    const index = n % 500;
    if (index === 0) return snapshot(n);
    if (index === 250) return renaming(n);
    if (index % 100 === 1) return knownKeys;
    if (index % 100 === 7) return readFeature;
    if (index % 100 === 11) return readDatafile;
    if (index % 100 === 17) return readPage;
    return index % 5 === 3 ? event(acknowledged) : evaluation(n);
  };
}

// settings-api: pages and changes of a project of a thousand features, its export and import, events counted.
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createDocument } from '../../installation.mjs';
import { callSettings } from '../../settings/call-settings.mjs';
import { token } from './snapshots.mjs';

const project = '/settings/v1/organisations/acme/projects/shop';
const connections = 8;
const maxBytes = 16 * 1024 * 1024;

/** Counts events for summaries that ingest-api has stored; a unit is an event. Events that are left in the end are not counted. */
export function countEvents(_, { pool }) {
  const waiting = async () =>
    Number((await pool.query('SELECT count(*) FROM event_batch')).rows[0].count) * eventsOfBatch;
  async function count(seconds) {
    const [before, startedAt] = [await waiting(), performance.now()];
    if (before === 0) throw new Error('There are no events to count.');
    await delay(seconds * 1000);
    const counted = before - (await waiting());
    return { count: counted, perSecond: counted / ((performance.now() - startedAt) / 1000) };
  }
  return Object.assign(count, { stop: () => pool.query('DELETE FROM event_batch') });
}
const eventsOfBatch = 1_000;

/** Reads pages of fifty features, one after another on eight connections. */
export const readPages = (service) =>
  repeating(service, (call, n) => call('GET', `${project}/features?limit=50&text=${n % 100}`));

/** Changes targeting, which the project's lock orders. */
export const changeTargeting = (service) =>
  repeating(service, (call, n) =>
    call('PUT', `${project}/features/feature-${n % 100}/environments/production/targeting`, {
      enabled: true,
      rules: [
        {
          name: 'Some of Canada',
          any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
          serve: {
            split: ['control', 'treatment'].map((variation, i) => ({
              variation,
              weight: i === 0 ? 1 + (n % 98) : 99 - (n % 98),
            })),
          },
        },
      ],
    }),
  );

/** Exports the project and imports it with one change. */
export const exportAndImport = (service) =>
  repeating(
    service,
    async (call, n) => {
      const exported = await call('GET', `${project}/export`);
      exported.features[n % exported.features.length].description = `Import ${n}`;
      await call('POST', `${project}/import`, exported);
    },
    1,
  );

/** Imports the largest body into a separate project, ten thousand features with long descriptions, and exports it. */
export async function importLargest(service) {
  const call = callSettings({ port: service.port, agent: new Agent(), token });
  const [{ projects }] = createDocument(10_000).organisations;
  const [document] = projects;
  const slug = `large-${largeProjects++}`;
  await call('POST', '/settings/v1/organisations/acme/projects', { slug, name: 'Large' });
  document.slug = slug;
  delete document.environments[0].api_keys;
  const room = Math.floor((maxBytes - Buffer.byteLength(JSON.stringify(document))) / 10_000) - 20;
  for (const feature of document.features) feature.description = 'x'.repeat(room);
  const address = `/settings/v1/organisations/acme/projects/${slug}`;
  await call('POST', `${address}/import`, document);
  await call('GET', `${address}/export`);
}
let largeProjects = 0;

/** Repeats `make(call, n)`; a unit is one call. */
function repeating(service, make, width = connections) {
  let n = 0;
  return async (seconds) => {
    const agent = new Agent({ keepAlive: true });
    const call = callSettings({ port: service.port, agent, token });
    const times = [];
    const startedAt = performance.now();
    const until = startedAt + seconds * 1000;
    await Promise.all(
      Array.from({ length: width }, async () => {
        while (performance.now() < until) {
          const beganAt = performance.now();
          await make(call, n++);
          times.push(performance.now() - beganAt);
        }
      }),
    );
    agent.destroy();
    return {
      count: times.length,
      perSecond: times.length / ((performance.now() - startedAt) / 1000),
      p50: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)],
    };
  };
}

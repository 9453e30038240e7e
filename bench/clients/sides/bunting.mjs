import { createLocalClient } from '../../../packages/node/dist/esm/local.js';
import { toFragment } from '../../evaluator/formats/bunting.mjs';

export const name = '@bunting/node/local';
export const counts = 'users and values';

export async function createSide({ flags, sink }) {
  const about = { version: 1, since: null, environment: 'production', project: 'shop', organisation: 'acme' };
  await sink.setDatafile(JSON.stringify({ ...about, fragments: flags.map(toFragment) }));
  const client = createLocalClient({
    url: sink.url,
    key: '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e60',
    stream: false,
  });
  if ((await client.ready()) !== 'ready') throw new Error(`The local client is ${client.status}.`);
  return {
    inputOf: ({ organisation, plan, version, ...user }) => ({
      ...user,
      organisationId: organisation,
      appVersion: version,
      customData: { plan },
    }),
    value: (key, user) => client.value(key, false, user),
    close: () => client.close(),
  };
}

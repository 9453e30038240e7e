// Processes of applications with the local client of @bunting/node, each of which follows the stream of another sync-api.
import { createLocalClient } from '../../packages/node/dist/esm/local.js';

/**
 * Opens a local client. `has(version)` resolves with the time from which on the client evaluated that version. `flag` is a variable that
 * changes with each.
 */
export async function openLocalClient({ syncPort, key, flag }) {
  const client = createLocalClient({
    url: `http://127.0.0.1:${syncPort}`,
    key,
    // Nobody there takes what it counts.
    onError: () => {},
  });
  let known = 0;
  let knownAt = 0;
  let waiting = [];
  function settle() {
    const [met, unmet] = [waiting.filter(isMet), waiting.filter((each) => !isMet(each))];
    waiting = unmet;
    for (const { resolve } of met) resolve(knownAt);
  }
  const isMet = ({ version }) => known >= version;
  client.on('change', () => {
    knownAt = performance.timeOrigin + performance.now();
    known = client.evaluations(null, { keys: [flag] }).version;
    settle();
  });
  if ((await client.ready()) !== 'ready') throw new Error(`The local client is ${client.status}.`);
  return {
    has: (version) =>
      new Promise((resolve) => {
        waiting.push({ version, resolve });
        settle();
      }),
    close: () => client.close(),
  };
}

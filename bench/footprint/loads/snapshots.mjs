// coderefs-api: snapshots of 100,000 references, each of another repository; the costliest bodies of the largest size.
import { createBody, documentFor, references } from '../../coderefs/snapshots.mjs';

export const token = 'rpa_bench_0123456789abcdefghijklmnopqrstuv';
const maxBytes = 50 * 1024 * 1024;
let repositories = 0;

/** Ten thousand variables, which the snapshots refer to. */
export const referredProject = { ...documentFor(token).organisations[0].projects[0], slug: 'referred' };

export function pushSnapshots({ url }) {
  return async (seconds) => {
    const durations = [];
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      const startedAt = performance.now();
      const { status } = await push(
        url,
        createBody(references, `acme/web-${repositories++}`, 'a', 'referred'),
      );
      if (status !== 200) throw new Error(`A snapshot was answered ${status}.`);
      durations.push(performance.now() - startedAt);
    }
    const total = durations.reduce((sum, each) => sum + each, 0);
    return {
      count: durations.length,
      perSecond: durations.length / (total / 1000),
      p50: durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)],
    };
  };
}

/**
 * Pushes the largest body, with a different key in each reference. It exceeds the memory budget of a request, so the service
 * reads it up to that point and refuses it.
 */
export async function pushLargest({ url }) {
  const list = [];
  for (let bytes = 0; bytes < maxBytes - 1_000; bytes += JSON.stringify(list.at(-1)).length + 1) {
    list.push({ key: `key-${1_000_000 + list.length}`, file: 'a', line_number: 1 });
  }
  const { status } = await push(url, createBody(list, `acme/large-${repositories++}`, 'a', 'referred'));
  if (![413, 503].includes(status)) throw new Error(`The largest snapshot was answered ${status}.`);
}

async function push(url, body) {
  const answer = await fetch(`${url}/v1/code-references`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
  });
  return { status: answer.status, body: await answer.text() };
}

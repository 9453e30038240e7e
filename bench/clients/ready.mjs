// The time until a new process evaluates: it creates a local client, which gets the datafile of a real sync-api over loopback. Each time is one of a
// new process, whose code is cold.
import { fileURLToPath } from 'node:url';
import { otherCores, runNode } from '../evaluate/processes.mjs';
import { createDocument, startInstallation } from '../installation.mjs';
import { getMedian } from './measure.mjs';

const rounds = 9;
const sizes = [
  { count: 1_000, key: '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e60' },
  { count: 10_000, key: '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e61' },
];
const child = fileURLToPath(new URL('ready-process.mjs', import.meta.url));

export async function measure() {
  const bunting = await startInstallation(documentOfSizes(), { service: 'sync-api' });
  const times = new Map(sizes.map(({ count }) => [count, []]));
  try {
    // The first process of each size also waits for the service, which compresses a datafile once; it is not counted.
    for (let round = -1; round < rounds; round++) {
      for (const { count, key } of sizes) {
        const output = await runNode([child], {
          core: otherCores,
          input: JSON.stringify({ url: `http://127.0.0.1:${bunting.port}`, key, flag: `flag-${count - 1}` }),
        });
        const { readyMs, value } = JSON.parse(output);
        if (value !== 'control') throw new Error(`The local client serves ${value}.`);
        if (round >= 0) times.get(count).push(readyMs);
      }
    }
  } finally {
    await bunting.stop();
  }
  console.log('\nA local client is ready, from nothing');
  return sizes.map(({ count }) => {
    const all = times.get(count);
    const [median, worst] = [getMedian(all), Math.max(...all)];
    console.log(
      `  ${count} features: median ${median.toFixed(0)} ms, worst of ${rounds} ${worst.toFixed(0)} ms`,
    );
    return { name: `local_ready_${count}`, value: median, unit: 'ms' };
  });
}

/** Returns a project for each size, with two rules per feature. */
function documentOfSizes() {
  const projects = sizes.map(({ count, key }) => {
    const [project] = createDocument(count).organisations[0].projects;
    for (const { environments } of project.features) {
      const { rules } = environments.production.targeting;
      rules.push({ ...rules[0], name: 'Half of the Netherlands', any_of: [inCountry('NL')] });
    }
    const [environment] = project.environments;
    const environments = [{ ...environment, api_keys: [{ key, kind: 'datafile' }] }];
    return { ...project, slug: `shop-${count}`, environments };
  });
  return { organisations: [{ slug: 'acme', name: 'Acme', plan: 'enterprise', projects }] };
}

function inCountry(country) {
  return { all_of: [{ property: 'country', operator: 'is', values: [country] }] };
}

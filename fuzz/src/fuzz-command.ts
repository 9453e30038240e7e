/** `npm run fuzz -- --seed 7 --seconds 60 --service settings-api --checkout ../release`: see fuzz/README.md. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { namedFigures, type FigureName } from './bounds.ts';
import { fuzz } from './fuzz.ts';
import { whyUnmeasurable } from './installation/process-meter.ts';
import { round } from './search/findings.ts';
import { serviceNames, type ServiceName } from './installation/start-installation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    seconds: { type: 'string', default: '60' },
    service: { type: 'string', multiple: true, default: [] },
    hunt: { type: 'string', multiple: true, default: [] },
    replay: { type: 'string', multiple: true, default: [] },
    checkout: { type: 'string', default: '.' },
  },
});

const reason = whyUnmeasurable();
if (reason !== undefined) {
  console.error(reason);
  process.exit(1);
}
const unknown = values.service.find((name) => !(serviceNames as readonly string[]).includes(name));
if (unknown !== undefined) {
  console.error(`There is no service "${unknown}": ${serviceNames.join(', ')}.`);
  process.exit(1);
}

const seed = Number(values.seed);
console.log(`Seed ${seed}, ${values.seconds} seconds, services of ${resolve(values.checkout)}`);
const { findings, worst } = await fuzz({
  checkout: resolve(values.checkout),
  seed,
  seconds: Number(values.seconds),
  services: values.service.length > 0 ? (values.service as ServiceName[]) : serviceNames,
  hunts: values.hunt,
  replay: values.replay,
  path: process.env['PATH'] ?? '',
  print: (line) => console.log(line),
});
for (const [name, { value, most }] of Object.entries(worst))
  console.log(`${name} ${round(value)} of ${round(most)}`);
for (const [name, figures] of Object.entries(namedFigures)) {
  const value = Math.max(0, ...figures.map((figure: FigureName) => worst[figure]?.value ?? 0));
  console.log(`${name} ${round(value)}`);
}
console.log(
  findings.length === 0 ? 'Nothing was over its bound.' : `${findings.length} findings, see above.`,
);
process.exit(findings.length === 0 ? 0 : 1);

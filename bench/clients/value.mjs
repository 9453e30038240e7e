// The cost of a value that is evaluated in the application's process, by one rule of three conditions, with everything that a client does besides:
// it reads the user, and counts what it served if it counts at all. Each side is the package that applications install, with its public functions.
import { singleFlags } from '../evaluator/flags.mjs';
import { createUsers } from '../evaluator/users.mjs';
import { createLoop, measureInTurn } from './measure.mjs';
import * as bunting from './sides/bunting.mjs';
import * as growthbook from './sides/growthbook.mjs';
import * as launchdarkly from './sides/launchdarkly.mjs';
import * as unleash from './sides/unleash.mjs';
import { startSink } from './sink.mjs';

const sides = [bunting, unleash, growthbook, launchdarkly];
const timing = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 9),
  minMs: Number(process.env.BENCH_MIN_MS ?? 300),
};

const rule1 = singleFlags.find(({ key }) => key === 'rule1');
const flags = Array.from({ length: 1_000 }, (_, n) => ({ ...rule1, key: `flag-${n}` }));
const key = 'flag-7';

export async function measure() {
  const sink = await startSink();
  const users = createUsers();
  const rows = [];
  for (const { name, counts, isAsync, createSide } of sides) {
    const side = await createSide({ flags, sink });
    // As they come from a request: an object that rest or spread made would be slow to read, for every side.
    const inputs = users.map((user) => JSON.parse(JSON.stringify(side.inputOf(user))));
    const loop = createLoop({ call: (input) => side.value(key, input), inputs, expected: true, isAsync });
    rows.push({ name, counts, side, loop });
  }
  const medians = await measureInTurn(
    rows.map(({ loop }) => loop),
    timing,
  );
  for (const { side } of rows) await side.close();
  sink.stop();

  console.log('\nNanoseconds of CPU for a value by one rule, with the client around it; medians');
  for (const [index, { name, counts }] of rows.entries()) {
    console.log(`  ${name.padEnd(34)}${medians[index].toFixed(0).padStart(8)}   counts ${counts}`);
  }
  const [ours, ...peers] = medians;
  return [
    { name: 'local_value_rule1', value: ours, unit: 'ns' },
    { name: 'local_vs_best_peer', value: ours / Math.min(...peers), unit: 'ratio', digits: 2 },
  ];
}

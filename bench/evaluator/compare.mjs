import { batchFlags, getExpectedValue, singleCases, singleFlags } from './flags.mjs';
import { createLoop, measureInTurn } from './measure.mjs';
import { printFigures, printTables } from './report.mjs';
import * as bunting from './sides/bunting.mjs';
import * as closures from './sides/closures.mjs';
import * as configcat from './sides/configcat.mjs';
import * as featurevisor from './sides/featurevisor.mjs';
import * as flagd from './sides/flagd.mjs';
import * as flagsmith from './sides/flagsmith.mjs';
import * as growthbook from './sides/growthbook.mjs';
import * as launchdarkly from './sides/launchdarkly.mjs';
import * as unleash from './sides/unleash.mjs';
import { createUsers } from './users.mjs';

const sides = [
  bunting,
  closures,
  unleash,
  growthbook,
  flagd,
  launchdarkly,
  configcat,
  flagsmith,
  featurevisor,
];
const timing = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 7),
  minMs: Number(process.env.BENCH_MIN_MS ?? 40),
};
const batchKeys = batchFlags.map(({ key }) => key);

export async function compare() {
  const users = createUsers();
  const rows = [];
  for (const { name, createSide } of sides) {
    const side = await createSide(singleFlags);
    const batchSide = await createSide(batchFlags);
    const inputs = users.map((user) => side.input(user));
    check(name, side, singleFlags, inputs);
    check(name, batchSide, batchFlags, inputs.slice(0, 200));
    rows.push({ name, side, batchSide, inputs });
  }

  const loops = rows.flatMap(({ name, side, batchSide, inputs }) => [
    ...singleCases.flatMap((key) =>
      loopsOf(name, key, side, inputs, (context) => side.evaluate(key, context)),
    ),
    ...loopsOf(name, 'batch', batchSide, inputs.slice(0, 256), batchOf(batchSide)),
  ]);
  // Cases run one after the other, so that all sides of one case are timed close together.
  const results = [...singleCases, 'batch'].flatMap((caseName) => {
    const ofCase = loops.filter((loop) => loop.caseName === caseName);
    const medians = measureInTurn(ofCase, timing);
    return ofCase.map(({ name, mode }, position) => ({ name, caseName, mode, ns: medians[position] }));
  });
  printTables(results, sides, [...singleCases, 'batch']);
  printFigures(results, [...singleCases, 'batch']);
  for (const { side, batchSide } of rows) {
    side.close?.();
    batchSide.close?.();
  }
}

function loopsOf(name, caseName, side, inputs, evaluate) {
  const read = side.read ?? ((input) => input);
  const prepared = createLoop(evaluate, inputs.map(read));
  const loops = [{ name, caseName, mode: 'prepared', ...prepared }];
  if (side.read) {
    loops.push({ name, caseName, mode: 'request', ...createLoop((input) => evaluate(read(input)), inputs) });
  }
  return loops;
}

/** Evaluates a hundred variables for one user, in one call if the tool has one. */
function batchOf(side) {
  if (side.evaluateAll) return (context) => side.evaluateAll(batchKeys, context);
  return (context) => {
    let last;
    for (let index = 0; index < batchKeys.length; index++) last = side.evaluate(batchKeys[index], context);
    return last;
  };
}

function check(name, side, flags, inputs) {
  const read = side.read ?? ((input) => input);
  for (const flag of flags) {
    let on = 0;
    for (const input of inputs) {
      const context = read(input);
      const result = side.evaluateAll
        ? side.evaluateAll(batchKeys, context)[flag.key]
        : side.evaluate(flag.key, context);
      const value = side.valueOf(result ?? side.evaluate(flag.key, context));
      if (value !== (getExpectedValue(flag) ?? value) || typeof value !== 'boolean') {
        throw new Error(`${name} answers ${String(value)} for ${flag.key}`);
      }
      if (value) on++;
    }
    const share = on / inputs.length;
    if (flag.split && (share < 0.35 || share > 0.65))
      throw new Error(`${name} gives ${flag.key} to ${share} of all`);
  }
}

// npm run bench:prerequisites: evaluations without prerequisites, compared with the evaluator of the commit before there were any (or of BEFORE, a
// commit), and the cost of one prerequisite beside that of the variable that it names. Both evaluators are bundled in the same way from the sources
// of this clone, and timed in turn.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { batchFlags, singleCases, singleFlags } from '../evaluator/flags.mjs';
import { createLoop, measureInTurn } from '../evaluator/measure.mjs';
import { createUsers } from '../evaluator/users.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const timing = { rounds: Number(process.env.ROUNDS ?? 31), minMs: Number(process.env.BENCH_MIN_MS ?? 40) };
const introduced = 'packages/evaluator/src/evaluate/review-prerequisites.ts';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Returns the commit before the one that brought prerequisites. */
function findBefore() {
  const [commit] = git('log', '--diff-filter=A', '--format=%H', '--', introduced)
    .trim()
    .split('\n')
    .slice(-1);
  if (!commit)
    throw new Error('The history of this clone does not go back far enough: name a commit as BEFORE.');
  return `${commit}^`;
}

async function bundle(folder, name) {
  const outfile = join(folder, `${name}.mjs`);
  const entry = join(name === 'before' ? join(folder, 'sources') : root, 'packages/evaluator/src/index.ts');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

async function readBefore(folder) {
  const sources = join(folder, 'sources');
  execFileSync('mkdir', [sources]);
  const archive = execFileSync('git', ['archive', process.env.BEFORE ?? findBefore(), 'packages/evaluator'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', sources], { input: archive });
  await symlink(
    join(root, 'packages/evaluator/node_modules'),
    join(sources, 'packages/evaluator/node_modules'),
  );
  return bundle(folder, 'before');
}

const conditionOf = ({ attribute, oneOf }) => ({
  property: { organisation: 'organisation_id', platform: 'platform', plan: 'custom' }[attribute],
  ...(attribute === 'plan' && { custom_key: 'plan' }),
  operator: 'is',
  values: oneOf,
});

function toFragment({ key, rules, split, prerequisites = [] }) {
  const everybody = { split: ['off', 'on'].map((variation) => ({ variation, weight: 50 })) };
  const compiled = rules.map((conditions) => ({
    name: '',
    any_of: [{ all_of: conditions.map(conditionOf) }],
    serve: { variation: 'on' },
  }));
  const document = {
    id: key,
    slug: key,
    status: 'live',
    salt: 'a1b2c3d4',
    variables: [{ id: `${key} variable`, slug: key, default_variation: 'off' }],
    variations: [
      { id: `${key} off`, slug: 'off', values: [false] },
      { id: `${key} on`, slug: 'on', values: [true] },
    ],
    targeting: {
      enabled: true,
      ...(prerequisites.length > 0 && { prerequisites }),
      rules: split ? [{ name: '', any_of: [], serve: everybody }] : compiled,
    },
    overrides: {},
  };
  return { kind: 'feature', id: key, document };
}

function datafileOf({ createDatafile, compileFragments }, flags) {
  const datafile = createDatafile();
  datafile.apply(compileFragments(flags.map(toFragment)));
  return datafile;
}

const users = createUsers().map(({ organisation, plan, ...user }) => ({
  ...user,
  organisation_id: organisation,
  custom_data: { plan },
}));

/** Returns the loops of one side: each case alone, and the batch. */
function loopsOf(evaluator) {
  const { evaluate, readContext } = evaluator;
  const datafile = datafileOf(evaluator, [...singleFlags, ...batchFlags]);
  const slugs = batchFlags.map(({ key }) => key);
  const contexts = users.map((user) => readContext(user));
  const batch = (context) => {
    const snapshot = datafile.openSnapshot({ slugs, isClientOnly: false });
    snapshot.evaluate(() => Infinity, context, 0);
    snapshot.close();
    return snapshot.found[0];
  };
  return [
    ...singleCases.map((key) => createLoop((context) => evaluate(datafile, key, context, 0), contexts)),
    createLoop(batch, contexts.slice(0, 256)),
  ];
}

/** Returns the loops of a feature with a prerequisite, and of the two features by themselves, for the same user. */
function prerequisiteLoopsOf(evaluator) {
  const { evaluate, readContext } = evaluator;
  const rule1 = singleFlags.find(({ key }) => key === 'rule1');
  const foundation = { ...rule1, key: 'foundation' };
  const prerequisites = [{ variable: 'foundation', variations: ['on'] }];
  const datafile = datafileOf(evaluator, [
    foundation,
    { ...rule1, key: 'alone' },
    { ...rule1, key: 'dependent', prerequisites },
  ]);
  const contexts = users.map((user) => readContext(user));
  const result = evaluate(datafile, 'dependent', readContext(users[0]), 0);
  if (result.reason !== 'targeting_rule_matched')
    throw new Error(`The prerequisite is not met: ${result.reason}`);
  return [
    createLoop((context) => evaluate(datafile, 'dependent', context, 0), contexts),
    createLoop((context) => {
      evaluate(datafile, 'foundation', context, 0);
      return evaluate(datafile, 'alone', context, 0);
    }, contexts),
  ];
}

const folder = await mkdtemp(join(root, 'node_modules/.bench-prerequisites-'));
try {
  const before = await readBefore(folder);
  const after = await bundle(folder, 'after');
  const cases = [...singleCases, 'batch'];
  const [beforeLoops, afterLoops] = [loopsOf(before), loopsOf(after)];
  const rows = cases.map((name, index) => {
    const [was, is] = measureInTurn([beforeLoops[index], afterLoops[index]], timing);
    return {
      name,
      'before, ns': Math.round(was),
      'now, ns': Math.round(is),
      ratio: Number((was / is).toFixed(3)),
    };
  });
  const [dependent, apart] = measureInTurn(prerequisiteLoopsOf(after), timing);
  console.log(`Medians of ${timing.rounds} rounds; Node.js ${process.version}.`);
  console.table(rows);
  console.table([
    { 'with its prerequisite, ns': Math.round(dependent), 'the two by themselves, ns': Math.round(apart) },
  ]);
  const mean = Math.exp(rows.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / rows.length);
  console.log(`figure evaluator_without_prerequisites ${mean.toFixed(3)} of before`);
  console.log(`figure prerequisite_cost ${(dependent - apart).toFixed(1)} ns`);
} finally {
  await rm(folder, { recursive: true });
}

// Refuses a `Set`, `Map`, `WeakSet` or `WeakMap` whose keys may be numbers. V8 hashes numbers without a seed, so whoever chooses them can make all
// fall into one bucket, and building the set takes quadratic time. Use texts, or a sorted list (`ScalarSet` of the evaluator). `npm run test:release` runs it
// (tools/test/number-keys.release.test.ts); it takes too long for `npm run lint`. It sees what the type checker knows: keys of the types number, bigint, any
// and unknown and unions with them, also where they are inferred. It does not see keys that a cast hides, tests, and what runs in browsers.
// An argument names another root than this folder.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const root = process.argv[2] ?? process.cwd();
// TypeScript 7 has no interface for programs yet; openapi-typescript brings the last release that has one.
const require = createRequire(join(import.meta.dirname, '../services/console/package.json'));
const ts = createRequire(require.resolve('openapi-typescript'))('typescript');

/** Sets and maps with numbers that nobody chooses, or few of them: file → why. */
const allowed = {
  'packages/history/src/merge/key-entries.ts': 'positions in lists',
  'packages/history/src/merge/merge-order.ts': 'positions in lists',
  'packages/history/src/merge/merge-rules.ts': 'positions in lists',
  'packages/history/src/pair-entries.ts': 'positions in lists',
  'packages/history/src/part-names.ts': 'positions in lists',
  'packages/definitions/src/json-schema/run.ts': 'positions in lists',
  'packages/evaluator/src/patterns/pattern-program.ts': 'at most as many as the instructions of one program',
  'packages/node/src/requests/outcome.ts': 'three statuses',
  'packages/observability/src/metrics/request-durations.ts': 'statuses that the services answer',
  'services/eval-api/src/evaluations/sign-traces.ts': 'positions in lists',
  'services/settings-api/src/advice/read-forward.ts': 'positions in lists',
  'services/sync-api/src/streams/heartbeat-wheel.ts': 'streams',
  'services/sync-api/src/streams/topic.ts': 'versions of an environment, one after the other',
};
const constructors = new Set(['Set', 'Map', 'WeakMap', 'WeakSet']);
const files = sourcesIn(root);
const config = ts.readConfigFile(join(import.meta.dirname, '../tsconfig.base.json'), ts.sys.readFile).config;
const { options } = ts.convertCompilerOptionsFromJson(
  config.compilerOptions,
  join(import.meta.dirname, '..'),
);
const program = ts.createProgram(files, {
  ...options,
  noEmit: true,
  composite: false,
  incremental: false,
  customConditions: ['bunting-source'],
});
const checker = program.getTypeChecker();
const problems = files
  .filter((file) => !Object.hasOwn(allowed, relative(root, file)))
  .flatMap((file) => problemsIn(program.getSourceFile(file)));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} sets and maps that may have numbers as keys.`);
  process.exitCode = 1;
}

function sourcesIn(folder) {
  return ['packages', 'services']
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((name) => readdirSync(join(folder, name)).map((each) => join(name, each, 'src')))
    .filter((source) => existsSync(join(folder, source)))
    .flatMap((source) =>
      readdirSync(join(folder, source), { recursive: true }).map((file) => join(source, file)),
    )
    .filter((file) => /(?:^|\/)src\/.*\.ts$/.test(file))
    .filter(
      (file) =>
        !/node_modules|\/dist\/|generated|\.test\.ts$|^(?:fuzz|tools|packages\/testing|services\/console\/web)/.test(
          file,
        ),
    )
    .map((file) => join(folder, file));
}

function problemsIn(source) {
  const found = [];
  const visit = (node) => {
    if (
      ts.isNewExpression(node) &&
      constructors.has(node.expression.getText(source)) &&
      mayBeNumber(keyTypeOf(node))
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const type = checker.typeToString(checker.getTypeAtLocation(node));
      found.push(`${relative(root, source.fileName)}:${line + 1}: ${type}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Returns the type of the keys. The type of a bare `new Map()` is that of its target, for instance the member of an
 * interface.
 */
function keyTypeOf(node) {
  const isBare = node.typeArguments === undefined && (node.arguments ?? []).length === 0;
  const type = (isBare ? checker.getContextualType(node) : undefined) ?? checker.getTypeAtLocation(node);
  const generic = type.isUnion() ? type.types.find((part) => part.symbol !== undefined) : type;
  return generic === undefined ? undefined : checker.getTypeArguments(generic)[0];
}

function mayBeNumber(type) {
  if (type === undefined) return true;
  if (type.isUnion()) return type.types.some(mayBeNumber);
  if (type.flags & ts.TypeFlags.TypeParameter)
    return mayBeNumber(checker.getBaseConstraintOfType(type) ?? undefined);
  return (
    (type.flags &
      (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !==
    0
  );
}

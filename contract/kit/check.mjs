// node check.mjs COMMAND…: gives each request of cases.jsonl to a runner and compares its results. Exit code 0 = all passed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error('Name a runner: node check.mjs go -C runners/go run .');
  process.exit(2);
}
const lines = readFileSync(new URL('cases.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const cases = lines.map((line) => JSON.parse(line));
// The text of each request as it stands: parsing it here would round whole numbers beyond 2^53.
const requests = lines.map((line) =>
  line.slice(line.indexOf('"request":') + 10, line.lastIndexOf(',"expect":')),
);
const { stdout, stderr, status, error } = spawnSync(program, args, {
  input: `${requests.join('\n')}\n`,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const results = (stdout ?? '').split('\n').filter(Boolean);
if (status !== 0 || results.length !== cases.length) {
  console.error(
    error?.message ??
      `${stderr}The runner ended with ${status} after ${results.length} of ${cases.length} results.`,
  );
  process.exit(1);
}
const failed = cases.filter(({ name, expect }, index) => {
  const result = JSON.parse(results[index]);
  if (isDeepStrictEqual(result, expect)) return false;
  console.log(`FAILED ${name}\n  expected ${JSON.stringify(expect)}\n  result   ${JSON.stringify(result)}`);
  return true;
});
console.log(`${cases.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

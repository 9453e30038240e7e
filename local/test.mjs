// What `npm test` checks once the workspace is built: the rules of the house, then every test. With arguments it runs
// just the tests they name, as Jest understands them.
import { build, root } from './prepare.mjs';
import { run, runQuietly, step } from './progress.mjs';

const checks = [
  ['Lint and arrows', 'lint'],
  ['Format', 'format:check'],
  ['Types', 'types'],
];

/** Returns the exit code. A check that fails does not keep the tests from running: they have the last word. */
export async function test(jestArguments) {
  await build();
  const { ensureRedisProgram } = await import('./dist/redis-source.js');
  await ensureRedisProgram(step);

  let failures = 0;
  if (jestArguments.length === 0) {
    for (const [label, script] of checks) if (!(await passes(label, script))) failures += 1;
  }
  const jest = ['node_modules/jest/bin/jest.js', ...jestArguments];
  const options = [process.env.NODE_OPTIONS, '--experimental-vm-modules --no-warnings']
    .filter(Boolean)
    .join(' ');
  const code = await run(process.execPath, jest, {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: options },
  });
  return failures > 0 ? 1 : code;
}

async function passes(label, script) {
  try {
    await step(label, () =>
      runQuietly('npm', ['run', '--silent', script], { cwd: root, failure: `${label}: see above.` }),
    );
    return true;
  } catch (error) {
    console.error(`${error.output.trimEnd()}\n${error.message}`);
    return false;
  }
}

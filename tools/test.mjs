// What `npm test` checks: that everything builds, the rules of the house, then every test. With arguments it runs just
// the tests they name, as Jest understands them.
import { existsSync } from 'node:fs';
import { audit } from './audit.mjs';
import { build, root } from '../local/prepare.mjs';
import { Failure, run, runQuietly, step } from '../local/progress.mjs';

const checks = ['lint', 'format:check', 'types'];

/** Returns the exit code. What fails before does not keep the tests from running: they have the last word. */
export async function test(jestArguments) {
  let isAllWell = await passes(build);
  const { ensureRedisProgram } = await import('../packages/embedded-servers/dist/redis/redis-source.js');
  await ensureRedisProgram(step);
  const { findPgBouncer } = await import('../packages/testing/dist/postgres/test-pgbouncer.js');
  const { canInstall, tryInstallHaproxy, tryInstallPgBouncer } =
    await import('../packages/embedded-servers/dist/debian-packages.js');
  if (findPgBouncer() === undefined && canInstall()) await step('Installing pgbouncer', tryInstallPgBouncer);
  if (!existsSync('/usr/sbin/haproxy') && canInstall()) await step('Installing haproxy', tryInstallHaproxy);
  if (jestArguments.length === 0) {
    isAllWell = (await passes(checkEverything)) && isAllWell;
  }
  const options = [process.env.NODE_OPTIONS, '--experimental-vm-modules --no-warnings']
    .filter(Boolean)
    .join(' ');
  const code = await run(process.execPath, ['node_modules/jest/bin/jest.js', ...jestArguments], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: options },
  });
  return isAllWell ? code : code || 1;
}

/** Side by side: each leaves a processor idle now and then. */
function checkEverything() {
  return step('Lint, arrows, format, types and audit', async () => {
    const outcomes = await Promise.allSettled([...checks.map(check), auditDependencies()]);
    const failures = outcomes.flatMap(({ reason }) => reason ?? []);
    if (failures.length === 0) return;
    const [output, message] = ['output', 'message'].map((part) =>
      failures.map((each) => each[part]).join('\n'),
    );
    throw Object.assign(new Failure(message), { output });
  });
}

function check(script) {
  const failure = `${script}: see above, or run npm run ${script}.`;
  return runQuietly('npm', ['run', '--silent', script], { cwd: root, failure });
}

async function auditDependencies() {
  const { code, sentence } = await audit();
  if (code !== 0) throw Object.assign(new Failure(sentence), { output: '' });
  process.stdout.write(`${sentence} `);
}

async function passes(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (error.output === undefined) throw error;
    console.error(`${error.output.trimEnd()}\n${error.message}`);
    return false;
  }
}

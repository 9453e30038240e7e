// `npm run audit`: asks the npm registry for known vulnerabilities of the packages that production runs. There are three
// outcomes: no serious ones, some (fails), or no answer. Mirrors of the registry often have no audit endpoint, so a missing
// answer is printed and fails only where AUDIT_REQUIRED=true.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { withPnpm } from '../local/pnpm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const timeoutMs = 20_000;

/** Returns the exit code, a sentence, and whether the registry answered. */
export function audit(env = process.env) {
  return withPnpm(env, ([program, ...args]) => {
    const options = [
      'audit',
      '--prod',
      '--json',
      '--config.pmOnFail=ignore',
      '--config.managePackageManagerVersions=false',
    ];
    const asked = spawnSync(program, [...args, ...options], {
      cwd: root,
      encoding: 'utf8',
      timeout: timeoutMs,
      env,
    });
    return judge(asked.stdout ?? '', env);
  }).catch((error) => {
    if (error.isOfNetwork) return judge('', env);
    throw error;
  });
}

/** Judges the output of pnpm's audit with --json: `{metadata: {vulnerabilities: {low, moderate, high, critical}}}`. */
export function judge(output, env) {
  const found = countsIn(output);
  if (found === undefined) {
    const isRequired = env.AUDIT_REQUIRED === 'true';
    return {
      code: isRequired ? 1 : 0,
      isKnown: false,
      sentence: 'The registry did not answer: nothing is known about vulnerabilities of dependencies.',
    };
  }
  const { low = 0, moderate = 0, high = 0, critical = 0 } = found;
  const counts = `${critical} critical, ${high} high, ${moderate} moderate, ${low} low`;
  return {
    code: high + critical > 0 ? 1 : 0,
    isKnown: true,
    sentence: `Known vulnerabilities of dependencies: ${counts} (npm run audit shows them).`,
  };
}

function countsIn(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'))).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code, sentence } = await audit();
  console.log(sentence);
  process.exitCode = code;
}

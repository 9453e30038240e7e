import { runChecks } from './check.ts';
import { atAnyTime, evaluateOver, evaluationChecks } from './evaluation-checks.ts';
import { httpChecks } from './http-checks.ts';
import { readHttpFiles, readProjects } from './read-vectors.ts';
import { createSender } from './send.ts';

/** Runs every vector that can run over HTTP against BASE_URL. Exit code 0 = all passed, 1 = some failed, 2 = not run. */
async function main(): Promise<number> {
  const baseUrl = process.argv[2] ?? process.env['BASE_URL'];
  say('The vectors need a server that has loaded contract/fixture.yaml:');
  say('  BOOTSTRAP_FILE=contract/fixture.yaml npm start');
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    say('Then name its address: BASE_URL=http://localhost:8080 npm run contract');
    return 2;
  }
  const sender = createSender(baseUrl);
  try {
    const unreachable = await whyUnreachable(() =>
      sender.send({ method: 'GET', path: '/health', headers: {} }),
    );
    if (unreachable !== undefined) {
      say(`Nothing answers at ${baseUrl}: ${unreachable}`);
      return 2;
    }
    say(`Running against ${baseUrl}`);
    const groups = [
      ...evaluationChecks(atAnyTime(readProjects()), evaluateOver(sender.send)),
      ...httpChecks(readHttpFiles(), sender.send),
    ];
    const outcomes = await runChecks(groups);
    const failed = outcomes.filter(({ problems }) => problems.length > 0);
    for (const { group, name, problems } of failed) say(`FAILED ${group}: ${name}: ${problems.join('; ')}`);
    say(`${outcomes.length - failed.length} passed, ${failed.length} failed`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    sender.close();
  }
}

async function whyUnreachable(ask: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main();

import { runChecks } from './check.ts';
import { atAnyTime, evaluateOver, evaluationChecks } from './evaluation-checks.ts';
import { httpChecks } from './http/http-checks.ts';
import { readHttpFiles, readProjects } from './vectors/read-vectors.ts';
import { createSender } from './http/send.ts';
import { whyUnusable } from './why-unusable.ts';

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
    const projects = atAnyTime(readProjects());
    const why = await whyUnusable(sender.send, projects[0]!);
    if (why !== undefined) {
      say(`The vectors cannot run against ${baseUrl}: ${why}`);
      return 2;
    }
    say(`Running against ${baseUrl}`);
    const groups = [
      ...evaluationChecks(projects, evaluateOver(sender.send)),
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main();

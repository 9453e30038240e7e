import { homedir } from 'node:os';
import { Failure, findFreePort, type Step } from '@bunting/embedded-servers';
import { readVersion } from '../read-version.ts';
import { services } from '../services.ts';
import { start } from '../start.ts';
import { help } from './help.ts';
import { nameOptions, readOptions } from './read-options.ts';

/** Runs `bunting`: prints a text, or runs an installation until it is asked to stop. Throws a Failure if it can't. */
export async function runCommand(args: readonly string[], step: Step): Promise<void> {
  const request = readOptions(args, {
    env: process.env,
    folder: process.cwd(),
    home: homedir(),
    platform: process.platform,
  });
  if (request.kind === 'help') process.stdout.write(help);
  else if (request.kind === 'version') process.stdout.write(`${readVersion()}\n`);
  else await startOrNameOptions(step, { ...(await choosePorts()), ...request.env });
}

/** Starts an installation. Its failures name the options, because people use them with this command. */
async function startOrNameOptions(step: Step, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await start(step, env);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(nameOptions(error.message));
  }
}

/** Returns a free port for each service: people know only the port of the installation, so the others must never be in the way. */
async function choosePorts(): Promise<Record<string, string>> {
  const ports: [string, string][] = [];
  for (const { portVariable } of services) ports.push([portVariable, String(await findFreePort())]);
  return Object.fromEntries(ports);
}

/** An `npm start` that the files of a run share if they only ask it. A file that stops, kills or changes parts of the demo starts its own. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedByRun } from '@bunting/testing/shared';
import { makeDataParent } from '../make-data-parent.ts';
import { freePorts, runStart } from '../start-command.ts';

export interface SharedInstallation {
  /** The port of the one address. */
  readonly port: number;
  /** All ports by their variables. */
  readonly ports: Readonly<Record<string, string>>;
  readonly dataDir: string;
}

/** A variable of the shell that it was started from, which no service may get, and one that a single service reads. */
export const ofThePerson = {
  AWS_SECRET_ACCESS_KEY: 'of-somebody-s-cloud',
  EVALUATION_TRACE_SECRET_PREVIOUS: 'x'.repeat(32),
};

/** Rejects outside of Jest. The first file that asks has it started. */
export function sharedInstallation(): Promise<SharedInstallation> {
  return sharedByRun(new URL('shared-installation.ts', import.meta.url).href);
}

/** Starts the shared installation; Jest's own process calls it. */
export async function startShared(): Promise<{ value: SharedInstallation; stop: () => Promise<void> }> {
  const folder = await makeDataParent('bunting-shared-');
  const dataDir = join(folder, 'data');
  const ports = await freePorts();
  const running = runStart({ ...ports, DATA_DIR: dataDir, ...ofThePerson });
  process.once('exit', () => running.send('SIGTERM'));
  await running.ready;
  return {
    value: { port: Number(ports['PORT']), ports, dataDir },
    async stop() {
      running.send('SIGTERM');
      await running.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

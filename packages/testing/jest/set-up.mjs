// Prepares a run of tests that may need servers: a folder for all files, and an address at which tests ask for what they share.
// Nothing is started before a test asks for it (packages/testing/src/services/test-run.ts).
import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestRun } from './test-run.mjs';

export default async function setUp() {
  const parent = await temporaryFolder();
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, `bunting-test-${process.pid}-`));
  await chmod(folder, 0o1777); // like /tmp, because PostgreSQL runs as another user
  process.env['TEST_LOGS_DIR'] = join(folder, 'logs');
  await mkdir(process.env['TEST_LOGS_DIR']);
  process.env['TMPDIR'] = folder; // applies to every test and to the processes that it starts
  const run = await startTestRun(folder);
  process.env['TEST_RUN_URL'] = run.url;
  globalThis.stopTestRun = async () => {
    await run.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Creates a folder, in memory if enough is free, which makes the hundreds of databases of a run faster. */
async function temporaryFolder() {
  const inMemory = '/dev/shm';
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 4 * 2 ** 30 && freemem() > 8 * 2 ** 30 ? inMemory : tmpdir();
}

/** Removes the folders of runs that were aborted. */
async function removeLeftovers(parent) {
  for (const name of await readdir(parent)) {
    const pid = /^bunting-test-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Does what docs/operate/air-gapped.md says of `npm start`, with its commands, the second half in a network without a way out. */
import { afterAll, expect } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findRedisProgram } from '@bunting/embedded-servers';
import { findProgram, itWith } from '@bunting/testing/requirements';
import { makeDataParent } from '../make-data-parent.ts';
import { readBlocks, repository } from '../pages/read-blocks.ts';
import { runBlocks } from './run-blocks.ts';

const page = 'docs/operate/air-gapped.md';
// On a disk: the archive has a gigabyte, and the folder of tests may be in memory.
const folder = await makeDataParent('bunting-air-gapped-', '/var/tmp');
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Root on Linux may make a network that has only loopback. */
const unshare = process.getuid?.() === 0 && findRedisProgram() ? findProgram('unshare') : undefined;

/** Runs a block without a network until it prints that Bunting is ready, then asks it and stops it. Returns the output and the answer. */
async function startWithoutNetwork(program: string): Promise<string> {
  const { code } = readBlocks(page).find(({ name }) => name === `${page} sh 4`)!;
  const { code: ask } = readBlocks(page).find(({ name }) => name === `${page} sh 5`)!;
  const script = `
    ip link set lo up
    ! node -e 'await fetch("http://1.1.1.1")' || exit 9
    (${code.replace('npm start', 'npm start > ../start.log 2>&1')}) &
    until grep -q 'Ctrl-C' start.log 2> /dev/null; do kill -0 $! || { cat start.log; exit 1; }; sleep 0.2; done
    ${ask}
    pkill -TERM --parent $! && wait
    cat start.log`;
  const child = spawn(program, ['--net', 'bash', '-c', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, DEMO_TRAFFIC: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

itWith(
  { name: 'root, unshare (apt-get install util-linux) and Redis here', found: unshare },
  'a packed folder starts on a machine without a network',
  async (program) => {
    await mkdir(join(folder, 'connected'));
    // The archive is written into the test's folder instead of beside the repository. 1 is a file that another test changes meanwhile.
    const tar = `"${findProgram('tar')}" "\${@/#..\\//${folder}/}" || [ $? = 1 ]`;
    await runBlocks(page, [3], {
      folder: join(folder, 'connected'),
      cwd: repository,
      programs: { tar },
      env: {},
    });
    const output = await startWithoutNetwork(program);
    expect(output).toContain('Bunting is ready');
    expect(output).toContain('"variation":"one-page"');
  },
  900_000,
);

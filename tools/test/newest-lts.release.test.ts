/** Runs the unit tests a second time, on the current LTS release of Node.js. */
import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { describeWith } from '@bunting/testing/requirements';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { findLtsNode, version } = (await import(new URL('../node-lts.mjs', import.meta.url).href)) as {
  findLtsNode: () => string | undefined;
  version: string;
};
const node = { name: `program of Node.js ${version} for this platform`, found: findLtsNode() };

describeWith(node, `Node.js ${version}`, (program) => {
  it('is a release with long-term support', () => {
    expect(execFileSync(program, ['-p', 'process.release.lts ?? ""'], { encoding: 'utf8' })).toMatch(
      /^\w+\n$/,
    );
  });

  it('runs the unit tests', async () => {
    const { JEST_WORKER_ID: _id, TEST_RUN_URL: _run, ...env } = process.env;
    const args = ['node_modules/jest/bin/jest.js', '--maxWorkers=1', '--selectProjects', 'unit'];
    const printed = await promisify(execFile)(program, args, { cwd: root, env, maxBuffer: 2 ** 26 }).catch(
      (error: Error & { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}${error.stderr}`);
      },
    );
    expect(printed.stderr).toMatch(/^Tests: .*\d+ passed/m);
  }, 900_000);
});

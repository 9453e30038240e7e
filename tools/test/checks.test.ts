/** What `npm run check` and `npm run audit` look at, beside the tests instead of before them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { audit } = (await import(new URL('../audit.mjs', import.meta.url).href)) as {
  audit: () => Promise<{ code: number; sentence: string; isKnown: boolean }>;
};

describe('the sources', () => {
  it.each(['lint', 'format:check', 'types'])('pass npm run %s', async (script) => {
    const { stdout, stderr, code } = await promisify(execFile)('npm', ['run', '--silent', script], {
      cwd: root,
      maxBuffer: 2 ** 26,
    }).then(
      (printed) => ({ ...printed, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => error,
    );
    if (code !== 0) throw new Error(`npm run ${script} ended with ${code}:\n${stdout}${stderr}`);
    expect(code).toBe(0);
  });
});

const audited = await audit();

describe('the dependencies', () => {
  const audits = audited.isKnown || audited.code !== 0 ? it : it.skip;
  audits(`have no known vulnerability of weight (${audited.sentence})`, () => {
    expect(audited.code).toBe(0);
  });
});

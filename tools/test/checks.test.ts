/** Runs the checks of `npm run check` and `npm run audit` in parallel with the tests instead of before them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

/** They read everything, while other tests use all processors. */
const timeoutMs = 900_000;
const maxBuffer = 2 ** 26;
const root = fileURLToPath(new URL('../..', import.meta.url));
const { audit } = (await import(new URL('../audit.mjs', import.meta.url).href)) as {
  audit: () => Promise<{ code: number; sentence: string; isKnown: boolean }>;
};

describe('the sources', () => {
  it.each(['lint', 'format:check', 'types'])(
    'pass npm run %s',
    async (script) => {
      const printed = await promisify(execFile)('npm', ['run', '--silent', script], {
        cwd: root,
        maxBuffer,
        // On one processor the linter takes three quarters of the time that it takes of several.
        env: { ...process.env, GOMAXPROCS: '1' },
      }).then(
        () => '',
        (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
      );
      expect(printed).toBe('');
    },
    timeoutMs,
  );
});

const audited = await audit();

describe('the dependencies', () => {
  const audits = audited.isKnown || audited.code !== 0 ? it : it.skip;
  audits(`have no known vulnerability of weight (${audited.sentence})`, () => {
    expect(audited.code).toBe(0);
  });
});

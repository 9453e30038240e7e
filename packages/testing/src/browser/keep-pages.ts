import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenContext } from './reusable-contexts.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const failures = join(root, 'test-failures');

interface RunningTest {
  readonly name: string;
  readonly hasFailed: boolean;
}

/**
 * Returns the running test, or the test whose hooks run, as packages/testing/jest/native-environment.mjs reports it; undefined
 * outside of Jest.
 */
export function runningTest(): RunningTest | undefined {
  return (globalThis as { [key: symbol]: unknown })[Symbol.for('bunting.runningTest')] as
    | RunningTest
    | undefined;
}

/**
 * Keeps a picture of each page, and the trace of each context, for `npx playwright show-trace`. Resolves with their folder, relative to the root of
 * the workspace, which is named after the test. What an earlier run kept there is replaced. Of what has crashed or is closed nothing is kept.
 */
export async function keepPages(test: string, contexts: readonly OpenContext[]): Promise<string> {
  const folder = join(failures, test.replaceAll(/[^\w-]+/g, '-').slice(0, 120));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(
    contexts.map(async ({ context, reuse }, index) => {
      const name = join(folder, `context-${index + 1}`);
      const pages = context.pages().filter((page) => page !== reuse?.anchor);
      for (const [number, page] of pages.entries())
        await page.screenshot({ path: `${name}-page-${number + 1}.png` }).catch(() => {});
      await context.tracing.stop({ path: `${name}-trace.zip` }).catch(() => {});
    }),
  );
  return relative(root, folder);
}

import { expect } from '@jest/globals';
import { readBlocks } from '../pages/read-blocks.ts';
import { runShell, type Shell } from '../pages/run-shell.ts';

/** Runs shell blocks of a page by their numbers, in one shell, and expects that every command succeeds. Returns the output. */
export async function runBlocks(
  page: string,
  numbers: readonly number[],
  { port, ...shell }: Shell & { readonly port?: string },
): Promise<string> {
  const names = new Set(numbers.map((number) => `${page} sh ${number}`));
  const chosen = readBlocks(page)
    .filter(({ name }) => names.has(name))
    .map((block) => ({
      ...block,
      code: port === undefined ? block.code : block.code.replaceAll('localhost:8080', `127.0.0.1:${port}`),
    }));
  expect(chosen).toHaveLength(numbers.length);
  const { code, output } = await runShell(chosen, shell);
  expect({ code, output: code === 0 ? '' : output.slice(-3_000) }).toEqual({ code: 0, output: '' });
  return output;
}

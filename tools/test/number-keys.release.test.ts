import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';

const script = fileURLToPath(new URL('../check-number-keys.mjs', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'bunting-keys-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The type checker reads the whole workspace. */
const timeoutMs = 10 * 60_000;

/** Returns the output of the check for the services and packages of a folder. */
function check(folder: string): Promise<string> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  return text(child.stderr);
}

describe('sets and maps', () => {
  it(
    'of the packages and services have no numbers as keys that somebody chooses',
    async () => {
      expect(await check(fileURLToPath(new URL('../..', import.meta.url)))).toBe('');
    },
    timeoutMs,
  );

  it(
    'are refused where their keys may be numbers, also where nobody writes the type',
    async () => {
      const lines = [
        'export const literal = new Set([1]);',
        'export const either = (given: readonly (string | number)[]) => new Set(given);',
        'export const whatever = new Map<unknown, string>();',
        'export const mapped = (given: readonly string[]) => new Map(given.map((each) => [each.length, each] as const));',
        'export const contextual: Map<number, string> = new Map();',
        'export const texts = new Set(["a"]);',
        'export const named: Map<string, number> = new Map();',
        'export const objects = new WeakMap<object, number>();',
        'export const generic = <Key extends string>(given: readonly Key[]) => new Set(given);',
      ];
      const file = join(root, 'packages', 'birds', 'src', 'index.ts');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, lines.join('\n'));
      const found = await check(root);
      expect(found.match(/index\.ts:\d+/g)).toEqual([1, 2, 3, 4, 5].map((line) => `index.ts:${line}`));
    },
    timeoutMs,
  );
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../scripts/prisma-engine.mjs', import.meta.url));

/** Returns the output of Prisma's own schema engine (see the script). Rejects with its message if it refuses. */
export async function prismaEngine(...args: readonly string[]): Promise<string> {
  const flags = ['--experimental-wasm-modules', '--no-warnings'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, ...args], {
    encoding: 'utf8',
  });
  return stdout;
}

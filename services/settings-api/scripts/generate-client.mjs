// Generates the Prisma client into src/prisma/generated, unless the one there was made from this very schema.
// Prisma's command line wants to download a native schema engine that `generate` never starts; naming any
// existing program in its place keeps this step off the network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageDir = fileURLToPath(new URL('..', import.meta.url));
const schema = join(packageDir, '../../prisma/schema.prisma');
const generated = join(packageDir, 'src/prisma/generated');
const stamp = join(generated, '.schema-hash');

const require = createRequire(import.meta.url);
const prismaManifest = require.resolve('prisma/package.json');
const prisma = JSON.parse(readFileSync(prismaManifest, 'utf8'));
const hash = createHash('sha256').update(prisma.version).update(readFileSync(schema)).digest('hex');

if (readIfThere(stamp) !== hash) {
  rmSync(generated, { recursive: true, force: true });
  const program = join(dirname(prismaManifest), prisma.bin.prisma);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'generate', '--schema', schema], {
    cwd: packageDir,
    encoding: 'utf8',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      PRISMA_GENERATE_SKIP_AUTOINSTALL: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (status !== 0) {
    process.stderr.write(`The Prisma client could not be generated:\n${stdout}${stderr}`);
    process.exit(1);
  }
  writeFileSync(stamp, hash);
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

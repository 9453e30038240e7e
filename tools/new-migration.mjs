// `node tools/new-migration.mjs <name>`: writes the migration that leads from the committed prisma/schema.prisma to the one
// in the working tree. Add by hand what Prisma cannot express (CHECKs, indexes over expressions).
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './run-typescript.mjs';

const { findFreePort, startPostgres } = await import('@bunting/embedded-servers');

const root = fileURLToPath(new URL('..', import.meta.url));
const name = process.argv[2];
if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) {
  console.error('Name the migration in snake case: node tools/new-migration.mjs add_colour');
  process.exit(1);
}

// The engine asks a database for its version before it compares; an empty one is enough.
const folder = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
const postgres = await startPostgres({ dataDir: folder, port: await findFreePort() });
try {
  const before = join(folder, 'before.prisma');
  await writeFile(before, execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], { cwd: root }));
  const after = join(root, 'prisma/schema.prisma');
  const engine = join(root, 'packages/database/scripts/prisma-engine.mjs');
  const script = execFileSync(
    process.execPath,
    ['--experimental-wasm-modules', '--no-warnings', engine, 'diff', before, after, postgres.url],
    { encoding: 'utf8' },
  );
  const time = new Date()
    .toISOString()
    .replaceAll(/[^0-9]/g, '')
    .slice(0, 14);
  const directory = join(root, 'prisma/migrations', `${time}_${name}`);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'migration.sql'), script);
  console.log(`Wrote ${join(directory, 'migration.sql')}`);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

// `node tools/new-migration.mjs <name>`: writes the migration that leads from the committed prisma/schema.prisma to the
// one in the working tree. What Prisma has no words for (CHECKs, indexes over expressions) is added to it by hand.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './run-typescript.mjs';

const { withSchemaEngine } = await import('@bunting/database/schema-engine');
const { findFreePort, startPostgres } = await import('@bunting/embedded-servers');

const root = fileURLToPath(new URL('..', import.meta.url));
const name = process.argv[2];
if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) {
  console.error('Name the migration in snake case: node tools/new-migration.mjs add_colour');
  process.exit(1);
}

const before = execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], { cwd: root, encoding: 'utf8' });
const after = await readFile(join(root, 'prisma/schema.prisma'), 'utf8');

// The engine asks a database for its version before it compares; an empty one will do.
const dataDir = await mkdtemp(join(tmpdir(), 'bunting-postgres-'));
const postgres = await startPostgres({ dataDir, port: await findFreePort() });
try {
  const script = await withSchemaEngine({ databaseUrl: postgres.url, datamodel: after }, async (engine) => {
    const datamodel = (content) => ({ tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] });
    const { stdout } = await engine.diff({
      from: datamodel(before),
      to: datamodel(after),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout;
  });
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
  await rm(dataDir, { recursive: true, force: true });
}

// `npm run test:previous-release [-- v1.2.0 [tests]]`: runs the tests of the previous release against the schema of this
// one, because its services run against this schema during a roll-out. Without a tag it uses the newest release that this
// commit descends from. Tests of @bunting/database are left out, because they compare the schema with that release's own
// description of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const git = (...words) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 30 });
const root = git('rev-parse', '--show-toplevel').trim();
const [tag = newestRelease(), ...chosen] = process.argv.slice(2);
if (tag === undefined) {
  console.log('There is no release yet: no schema before this one has to be lived with. Nothing was run.');
} else {
  process.exitCode = testRelease(tag);
}

/** Returns the newest release before this commit: one at the same commit is not the previous one. */
function newestRelease() {
  const tags = git(
    'tag',
    '--merged',
    'HEAD',
    '--no-contains',
    'HEAD',
    '--list',
    'v[0-9]*',
    '--sort=-v:refname',
  );
  return tags.split('\n').find((name) => /^v\d+\.\d+\.\d+$/.test(name));
}

/** Returns the exit code. */
function testRelease(release) {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-previous-release-'));
  try {
    const archive = execFileSync('git', ['archive', '--format=tar', release], {
      cwd: root,
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const changed = changedMigrations(join(folder, 'prisma/migrations'));
    if (changed.length > 0) {
      console.error(`Migrations that ${release} has applied may not change: ${changed.join(', ')}.`);
      return 1;
    }
    cpSync(join(root, 'prisma/migrations'), join(folder, 'prisma/migrations'), { recursive: true });
    console.log(`Tests of ${release} against the schema of this commit:`);
    const packageFolders = ['packages', 'services'].flatMap((kind) =>
      readdirSync(join(folder, kind)).map((name) => `${kind}/${name}/`),
    );
    const { status } = spawnSync(
      process.execPath,
      [
        'local/install.mjs',
        'test',
        ...(chosen.length > 0
          ? chosen
          : packageFolders.filter((packageFolder) => packageFolder !== 'packages/database/')),
      ],
      { cwd: folder, stdio: 'inherit' },
    );
    console.log(
      status === 0
        ? `${release} lives with the schema of this commit.`
        : `${release} does not live with the schema of this commit: see above.`,
    );
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function changedMigrations(before) {
  return readdirSync(before, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => read(join(before, name)) !== read(join(root, 'prisma/migrations', name)));
}

function read(migration) {
  try {
    return readFileSync(join(migration, 'migration.sql'), 'utf8');
  } catch {
    return undefined;
  }
}

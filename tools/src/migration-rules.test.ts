import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { findBreaches } from './migration-rules.ts';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
/** Migrations before the first release had no previous release. */
const lastBeforeFirstRelease = '20261121101527_variation_feature_index';

const names = readdirSync(migrations, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('a migration', () => {
  it.each([
    ['drops a table', 'DROP TABLE "segment";'],
    ['drops a column', 'ALTER TABLE "feature" DROP COLUMN "salt";'],
    ['drops a column without saying COLUMN', 'ALTER TABLE feature DROP salt;'],
    ['drops a column beside a harmless action', 'ALTER TABLE "f" ADD COLUMN "a" INT,\n  DROP COLUMN "b";'],
    ['renames a table', 'ALTER TABLE "feature" RENAME TO "flag";'],
    ['renames a column', 'ALTER TABLE "public"."feature" RENAME COLUMN "slug" TO "name";'],
    ['changes a type', 'ALTER TABLE "feature" ALTER COLUMN "salt" SET DATA TYPE VARCHAR(10);'],
    ['changes a type, in short', 'alter table only feature alter salt type text;'],
    ['requires a value', 'ALTER TABLE "feature" ALTER COLUMN "salt" SET NOT NULL;'],
    ['takes a default away', 'ALTER TABLE "feature" ALTER COLUMN "salt" DROP DEFAULT;'],
    ['adds a required column without a default', 'ALTER TABLE "feature" ADD COLUMN "colour" TEXT NOT NULL;'],
    ['drops a unique index', 'DROP INDEX "feature_project_id_slug_key";'],
    ['drops a unique constraint', 'ALTER TABLE "f" DROP CONSTRAINT "f_slug_key";'],
    ['makes values unique', 'CREATE UNIQUE INDEX "a_key" ON "feature"("salt");'],
    ['refuses values', `ALTER TABLE "feature" ADD CONSTRAINT "c" CHECK (salt <> 'DROP');`],
    ['removes rows', 'DELETE FROM "feature";'],
    ['hides what it does', 'DO $$ BEGIN DROP TABLE feature; END $$;'],
  ])('may not do what the release before does not survive: it %s', (_what, script) => {
    expect(findBreaches(script)).toHaveLength(1);
  });

  it.each([
    [
      'a table with all its constraints',
      'CREATE TABLE "a" ("b" INT NOT NULL); ALTER TABLE "a" ADD CHECK (b > 0);',
    ],
    ['a unique index on a new table', 'CREATE TABLE "a" ("b" INT); CREATE UNIQUE INDEX "x" ON "a"("b");'],
    ['a column that may be empty', 'ALTER TABLE "feature" ADD COLUMN "colour" TEXT;'],
    ['a required column with a default', `ALTER TABLE "f" ADD COLUMN "n" TEXT NOT NULL DEFAULT 'a;b';`],
    ['one whose default comes first', `ALTER TABLE "f" ADD COLUMN "n" TEXT DEFAULT '' NOT NULL;`],
    ['an index', 'CREATE INDEX "a_idx" ON "feature"("salt");'],
    ['and drop an index that only made it faster', 'DROP INDEX "a_idx";'],
    ['and drop a check', 'ALTER TABLE "f" DROP CONSTRAINT "f_check";'],
    [
      'and talk of DROP TABLE',
      `-- DROP TABLE "f";\n/* DROP TABLE g; */ INSERT INTO "f" VALUES ('; DROP TABLE f;');`,
    ],
  ])('may add %s', (_what, script) => {
    expect(findBreaches(script)).toEqual([]);
  });

  it('may remove what its comment says is unused since a release', () => {
    const drop = 'ALTER TABLE "feature" DROP COLUMN "salt";';
    expect(findBreaches(`-- Contracts: feature.salt, unused since 0.3.0\n${drop}`)).toEqual([]);
    for (const comment of [
      '-- Contracts: feature.salt',
      '-- Contracts: feature.slug, unused since 0.3.0',
      '-- salt is not used any more',
    ]) {
      expect(findBreaches(`${comment}\n${drop}`)).toHaveLength(1);
    }
    // It permits one statement, not the next.
    expect(findBreaches(`-- Contracts: feature.salt, unused since 0.3.0\n${drop}\n${drop}`)).toHaveLength(1);
  });

  it('since the first release keeps these rules', () => {
    expect(names).toContain(lastBeforeFirstRelease);
    const breaches = names
      .filter((name) => name > lastBeforeFirstRelease)
      .flatMap((name) =>
        findBreaches(readFileSync(join(migrations, name, 'migration.sql'), 'utf8')).map((breach) => ({
          name,
          ...breach,
        })),
      );
    expect(breaches).toEqual([]);
  });
});

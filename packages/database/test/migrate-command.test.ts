import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@bunting/local/testing';

const command = fileURLToPath(new URL('../src/migrate-command.ts', import.meta.url));
const runTypescript = fileURLToPath(new URL('../../../local/run-typescript.mjs', import.meta.url));

function run(env: Record<string, string>) {
  return promisify(execFile)(process.execPath, ['--import', runTypescript, command], {
    env,
    encoding: 'utf8',
  });
}

it('says that nothing was to do', async () => {
  const database = await createTestDatabase();
  await expect(run({ DATABASE_URL: database.url })).resolves.toMatchObject({
    stdout: 'The database is up to date.\n',
  });
  await database.drop();
});

it('ends with status 1 and one sentence where there is no database', async () => {
  await expect(run({})).rejects.toMatchObject({
    code: 1,
    stderr: 'Set DATABASE_URL to the address of the database to migrate.\n',
  });
  await expect(run({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/x' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database x at 127\.0\.0\.1:1 cannot be reached: .*\n$/),
  });
});

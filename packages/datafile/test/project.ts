import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type pg from 'pg';
import { createPool, withTransaction } from '@bunting/database';
import { writeFragments, type WrittenVersion } from '../src/publish/write-fragments.ts';
import { type FragmentScope } from '../src/publish/lock-environments.ts';
import { type Publication } from '../src/publish/publication.ts';
import { createTestDatabase, type TestDatabase } from '@bunting/testing';
import { insertEnvironment, insertProject, type EnvironmentRows, type ProjectRows } from './rows.ts';

/** A database of its own for the test file, and in it a fresh project with two environments for each test. */
export class TestProject {
  pool!: pg.Pool;
  ids!: ProjectRows;
  production!: EnvironmentRows;
  staging!: EnvironmentRows;

  async write(scope: FragmentScope): Promise<Publication[]> {
    const written = await this.writeCounting(scope);
    return written.map(({ environmentId, version }) => ({ environmentId, version }));
  }

  writeCounting(scope: FragmentScope): Promise<WrittenVersion[]> {
    return withTransaction(this.pool, (client) => writeFragments(client, scope));
  }

  async stored(environmentId: string, entityId: string) {
    const { rows } = await this.pool.query<{ version: string; text: string | null }>(
      `SELECT version, document::text AS text FROM datafile_fragment WHERE environment_id = $1 AND entity_id = $2`,
      [environmentId, entityId],
    );
    return rows[0];
  }

  async documentOf(environmentId: string, entityId: string): Promise<unknown> {
    const text = (await this.stored(environmentId, entityId))?.text;
    return text == null ? text : JSON.parse(text);
  }
}

export function useProject(): TestProject {
  const project = new TestProject();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    project.pool = createPool(database.url);
  });
  beforeEach(async () => {
    project.ids = await insertProject(project.pool);
    const { projectId } = project.ids;
    project.production = await insertEnvironment(project.pool, projectId, 'production');
    project.staging = await insertEnvironment(project.pool, projectId, 'staging');
  });
  afterAll(async () => {
    await project.pool.end();
    await database.drop();
  });
  return project;
}

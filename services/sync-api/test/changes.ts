import { until } from '@bunting/testing';
import type { RunningApp } from './running-app.ts';
import type { TestStream } from './test-stream.ts';

/** Returns helpers that change production, and open streams that receive the changes. */
export function createChanges(app: () => RunningApp) {
  const opened: TestStream[] = [];
  async function closeAll(): Promise<void> {
    for (const stream of opened.splice(0)) stream.close();
    await until(() => app().streams.size() <= 1);
  }

  /** Opens a stream without pending changes: the last one is long ago. */
  async function open(options: Parameters<RunningApp['open']>[0] = {}): Promise<TestStream> {
    await app().caughtUp();
    app().skip(31_000);
    const stream = await app().open(options);
    opened.push(stream);
    return stream;
  }

  async function idOf(slug: string): Promise<string> {
    const { rows } = await app().pool.query<{ id: string }>('SELECT id FROM feature WHERE slug = $1', [slug]);
    return rows[0]!.id;
  }

  async function versionOf(): Promise<number> {
    const { rows } = await app().pool.query<{ version: string }>(
      `SELECT environment.version FROM environment JOIN environment_key ON environment_id = environment.id WHERE kind = 'client'`,
    );
    return Number(rows[0]!.version);
  }

  async function write(slug: string) {
    const id = await idOf(slug);
    return app().change({ features: [id] }, `UPDATE feature SET salt = salt || 'x' WHERE id = $1`, [id]);
  }

  async function touch(slug: string): Promise<void> {
    await app().announce(await write(slug));
  }

  /** Writes prerequisites into stored fragments, as a release that has them will: dependent feature → variable of another. */
  async function givePrerequisites(wanted: Readonly<Record<string, string>>): Promise<() => Promise<void>> {
    const { rows } = await app().pool.query<{ id: string; version: string }>(
      `SELECT environment_id AS id, environment.version FROM environment_key JOIN environment ON environment.id = environment_id
       WHERE kind = 'client'`,
    );
    const { id: environmentId, version } = rows[0]!;
    const bump = 'UPDATE environment SET version = version + 1 WHERE id = $1';
    for (const [feature, variable] of Object.entries(wanted)) {
      await app().pool.query(
        `UPDATE datafile_fragment SET version = $3, document = jsonb_set(document::jsonb, '{targeting}',
           jsonb_build_object('enabled', true, 'rules', '[]'::jsonb, 'prerequisites',
             jsonb_build_array(jsonb_build_object('variable', $4::text, 'variations', '["on"]'::jsonb))))::json
         WHERE environment_id = $1 AND entity_id = $2`,
        [environmentId, await idOf(feature), Number(version) + 1, variable],
      );
    }
    await app().pool.query(bump, [environmentId]);
    await app().announce([{ environmentId, version: Number(version) + 1, storedBytes: 0, addedBytes: 0 }]);
    return async () => {
      await app().announce(await app().change({ environments: [environmentId] }, 'SELECT 1'));
    };
  }

  return { open, closeAll, idOf, versionOf, write, touch, givePrerequisites };
}

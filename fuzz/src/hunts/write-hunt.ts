import { bounds } from '../bounds.ts';
import { token, wideVariations } from '../installation/document.ts';
import type { Installation } from '../installation/start-installation.ts';
import { pick } from '../random.ts';
import { send, type Sent } from '../send.ts';
import { sizeIn, wordIn, type Shape } from '../shapes/shape.ts';
import type { Hunt, Measured } from './hunt.ts';

const project = '/settings/v1/organisations/fuzz/projects/wide';
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };

/** The most environments of a project. */
const mostEnvironments = 100;
/** The most bytes of the values of a feature, or of a segment. */
const mostBytes = { name: 1_000_000, import: 1_000_000, segment: 450_000 };
type Database = Installation['database'];
type Request = Pick<Sent, 'method' | 'path' | 'headers'> & { readonly body: string };
type Way = keyof typeof mostBytes;
const ways = Object.keys(mostBytes) as Way[];

const wayIn = (shape: Shape): Way => ways.find((way) => way === wordIn(shape, 'way')) ?? 'name';
const environmentsIn = (shape: Shape) =>
  Math.min(mostEnvironments, Math.max(1, sizeIn(shape, 'environments')));
const bytesIn = (shape: Shape) => Math.min(mostBytes[wayIn(shape)], sizeIn(shape, 'bytes'));

/** Changes something that all environments of a project have, in bytes and in environments. */
export function createWriteHunt({ services, database }: Installation): Hunt {
  const settings = services['settings-api'];
  let turn = 0;
  let changes = 0;

  return {
    name: 'write',
    isStateful: true,
    beginnings: ways.length,
    begin(random) {
      turn += 1;
      return {
        way: ways[turn % ways.length]!,
        // Large ones at once, because each measurement takes long: a search of seconds would not reach them by doubling.
        environments: pick(random, [20, mostEnvironments]),
        bytes: pick(random, [30_000, 300_000]),
      };
    },
    classOf: (shape) => wordIn(shape, 'way'),
    reachOf: (shape) => mostEnvironments * mostBytes[wayIn(shape)],
    async measure(shape) {
      await prepare(database, shape);
      const before = await readVersions(database);
      const request = requestOf(shape, ++changes);
      const answered = await send(settings, request);
      const bytes = bytesIn(shape) * environmentsIn(shape);
      const words = `${request.body.length} bytes in ${environmentsIn(shape)} environments: ${answered.status} ${answered.text.slice(0, 200)}`;
      return { ...(await outcomeOf(shape, answered.status, before)), bytes, words };
    },
    show(shape) {
      const { method, path, body } = requestOf(shape, ++changes);
      return `${method} ${path} ${body.slice(0, 100)} in ${environmentsIn(shape)} environments with ${bytesIn(shape)} bytes`;
    },
  };

  async function outcomeOf(
    shape: Shape,
    status: number,
    before: Awaited<ReturnType<typeof readVersions>>,
  ): Promise<Pick<Measured, 'outcome' | 'figures'>> {
    if (status === 0 || (status >= 500 && status !== 503)) {
      if (!settings.isRunning()) await settings.restart();
      return { outcome: 'failed', figures: { failures: { value: 2, most: 1 } } };
    }
    const most = wayIn(shape) === 'import' ? bounds.importedBytes : bounds.writtenBytes;
    const figures = { written_bytes: { value: await writtenSince(database, before), most } };
    return { outcome: status < 400 ? 'accepted' : 'refused', figures };
  }
}

function jsonRequest(method: string, path: string, body: object): Request {
  return { method, path: `${project}${path}`, headers, body: JSON.stringify(body) };
}

/** Prepares the environments, and the values that the change writes again: as an older release accepted them. */
async function prepare(database: Database, shape: Shape): Promise<void> {
  await database.query(
    `DELETE FROM environment USING project WHERE project.id = project_id AND project.slug = 'wide' AND environment.slug <> 'production'`,
  );
  await database.query(
    `INSERT INTO environment (id, project_id, slug, name)
     SELECT gen_random_uuid(), id, 'e-' || n, 'E' FROM project, generate_series(2, $1) AS n WHERE slug = 'wide'`,
    [environmentsIn(shape)],
  );
  if (wayIn(shape) !== 'name') return;
  await database.query(
    `UPDATE variation_value SET value = to_json(repeat('x', $1)) FROM feature
     WHERE feature.id = variation_value.feature_id AND feature.slug = 'wide'`,
    [Math.floor(bytesIn(shape) / wideVariations)],
  );
}

async function readVersions(
  database: Database,
): Promise<{ readonly ids: string[]; readonly versions: string[] }> {
  const { rows } = await database.query<{ id: string; version: string }>(
    `SELECT environment.id, version FROM environment JOIN project ON project.id = project_id WHERE project.slug = 'wide'`,
  );
  return { ids: rows.map(({ id }) => id), versions: rows.map(({ version }) => version) };
}

async function writtenSince(
  database: Database,
  before: Awaited<ReturnType<typeof readVersions>>,
): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `SELECT coalesce(sum(octet_length(document::text)), 0) AS bytes
     FROM datafile_fragment JOIN unnest($1::uuid[], $2::bigint[]) AS before (id, version) ON before.id = environment_id
     WHERE datafile_fragment.version > before.version`,
    [before.ids, before.versions],
  );
  return Number(rows[0]!.bytes);
}

function requestOf(shape: Shape, changes: number): Request {
  const bytes = bytesIn(shape);
  switch (wayIn(shape)) {
    case 'name':
      return jsonRequest('PATCH', '/features/wide', { name: `wide ${changes}` });
    case 'segment': {
      const values = Array.from({ length: Math.ceil(bytes / 50) }, (_, n) =>
        `${changes} ${n}`.padEnd(47, 'x'),
      );
      const any_of = [{ all_of: [{ property: 'user_id', operator: 'is', values }] }];
      return jsonRequest('PUT', '/segments/wide', { name: 'wide', any_of });
    }
    case 'import': {
      const value = `${changes} ${'x'.repeat(Math.floor(bytes / wideVariations))}`;
      const variations = Array.from({ length: wideVariations }, (_, n) => ({
        slug: `v${n}`,
        name: `v${n}`,
        values: { 'wide-v': value },
      }));
      const variables = [{ slug: 'wide-v', type: 'string' }];
      return jsonRequest('POST', '/import', {
        slug: 'wide',
        features: [{ slug: 'wide', name: 'wide', variables, variations }],
      });
    }
  }
}

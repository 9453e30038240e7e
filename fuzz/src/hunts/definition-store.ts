import { environmentKey, token } from '../installation/document.ts';
import type { Installation } from '../installation/start-installation.ts';
import { send, type Answered, type Sent } from '../send.ts';
import { until } from './until.ts';

const project = '/settings/v1/organisations/fuzz/projects/web';
const json = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };

/** Ways to give a definition to evaluators. */
export interface DefinitionStore {
  /** Returns the request that stores the targeting of a feature through the management API. */
  targetingRequest(feature: string, targeting: object): Sent & { body: string };
  segmentRequest(anyOf: readonly object[]): Sent & { body: string };
  /** Stores it as an older release would have, even if this release refuses it. */
  write(features: readonly string[], targeting: object, anyOf?: readonly object[]): Promise<void>;
  /** Resolves when evaluators have loaded everything that was stored; with false if the evaluator ended meanwhile. */
  untilLoaded(): Promise<boolean>;
}

export function createDefinitionStore({ services, database }: Installation): DefinitionStore {
  const evaluator = services['eval-api'];
  let marks = 0;

  /** Writes fragments with one statement under the next version of the environment, as `runChange` does. */
  async function writeFragments(
    kind: string,
    slugs: readonly string[],
    member: readonly string[],
    text: string,
  ): Promise<void> {
    await database.query(
      `WITH bumped AS (
         UPDATE environment SET version = version + 1 WHERE slug = 'production' RETURNING id, version)
       UPDATE datafile_fragment AS stored
       SET version = bumped.version, written_at = now(),
         document = jsonb_set(stored.document::jsonb, $3::text[], $4::jsonb)::json
       FROM bumped
       WHERE stored.environment_id = bumped.id AND stored.kind = $1 AND stored.document ->> 'slug' = ANY ($2)`,
      [kind, slugs, member, text],
    );
  }

  async function evaluateMarker(): Promise<Answered> {
    const headers = { 'X-API-Key': environmentKey };
    return send(evaluator, { method: 'POST', path: '/v1/variables/marker-v', headers, body: '{}' });
  }

  return {
    targetingRequest: (feature, targeting) => ({
      method: 'PUT',
      path: `${project}/features/${feature}/environments/production/targeting`,
      headers: json,
      body: JSON.stringify(targeting),
    }),
    segmentRequest: (anyOf) => ({
      method: 'PUT',
      path: `${project}/segments/held`,
      headers: json,
      body: JSON.stringify({ name: 'held', any_of: anyOf }),
    }),
    async write(features, targeting, anyOf) {
      if (anyOf !== undefined) await writeFragments('segment', ['held'], ['any_of'], JSON.stringify(anyOf));
      await writeFragments('feature', features, ['targeting'], JSON.stringify(targeting));
    },
    async untilLoaded() {
      // This fragment is written directly, too. Versions are ordered, so an evaluator that has it has all earlier ones.
      const mark = `mark-${++marks}`;
      await writeFragments('feature', ['marker'], ['variations', '0', 'values', '0'], JSON.stringify(mark));
      return until(async () => {
        if (!evaluator.isRunning()) return false;
        const { text } = await evaluateMarker();
        return text.includes(`"${mark}"`) ? true : undefined;
      });
    },
  };
}

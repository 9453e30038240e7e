import { describe, expect, it } from '@jest/globals';
import { defaultPollIntervalMs } from '../src/store/environment-store.ts';
import { until } from '@bunting/testing';
import { evaluateToValue } from './evaluator.ts';
import { useInstallation } from './installation.ts';
import { insertFeature, insertRule, insertSegment, insertTargeting, setDefault } from './rows.ts';

const installation = useInstallation();

describe('a new version', () => {
  it('is served as soon as it is announced, without a poll', async () => {
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    const environment = await evaluator.find(installation.production.key);
    for (let round = 0; round < 20; round++) {
      const variation = round % 2 ? 'a' : 'b';
      await installation.serve(variation);
      await until(() => evaluateToValue(environment, 'left') === variation);
    }
    expect(evaluator.reloads.slice(1).every((reload) => reload.extent === 'change')).toBe(true);
  });

  it('is found by the poll when the message is lost', async () => {
    const evaluator = installation.start({ pollIntervalMs: 50 });
    const environment = await evaluator.find(installation.production.key);
    await setDefault(installation.pool, installation.production.id, installation.pair, 'left', 'b');
    await installation.write({ features: [installation.pair.id] });
    await until(() => evaluateToValue(environment, 'left') === 'b');
    expect(defaultPollIntervalMs).toBe(3_000);
  });

  it('removes what was deleted', async () => {
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    const environment = await evaluator.find(installation.production.key);
    await installation.pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [
      installation.pair.id,
    ]);
    await installation.publish({ features: [installation.pair.id] });
    await until(() => environment?.version === 2);
    expect(evaluateToValue(environment, 'left')).toBeNull();
  });

  it('is never half visible: two variables and a segment change in one step', async () => {
    const segment = await insertSegment(installation.pool, installation.project.projectId, 'everyone', []);
    const targeted = await insertFeature(installation.pool, installation.project.projectId, 'targeted', {
      variables: ['third'],
      values: { a: { third: '"a"' }, b: { third: '"b"' } },
    });
    await setDefault(installation.pool, installation.production.id, targeted, 'third', 'a');
    const targeting = await insertTargeting(installation.pool, installation.production.id, targeted);
    await insertRule(installation.pool, targeting, {
      position: 0,
      name: 'In the segment',
      any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['everyone'] }] }],
      serve: [{ variation: targeted.variations['b']! }],
    });
    await installation.publish({ environments: [installation.production.id] });
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    const environment = await evaluator.find(installation.production.key);

    const seen = new Set<string>();
    let isDone = false;
    const reading = (async () => {
      while (!isDone) {
        const values = ['left', 'right', 'third'].map((key) => evaluateToValue(environment, key));
        seen.add(values.join());
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const everyone = '[]';
    const nobody = '[{"all_of":[{"property":"user_id","operator":"is","values":["nobody"]}]}]';
    try {
      for (let round = 0; round < 20; round++) {
        const variation = round % 2 ? 'b' : 'a';
        const anyOf = variation === 'b' ? everyone : nobody;
        await installation.serve(variation, async (client) => {
          await client.query('UPDATE segment SET any_of = $2 WHERE id = $1', [segment, anyOf]);
          return { segments: [segment] };
        });
        await until(() => evaluateToValue(environment, 'third') === variation);
      }
    } finally {
      isDone = true;
    }
    await reading;
    // The start, before the first of the versions that change all three together.
    seen.delete('a,a,b');
    expect([...seen].toSorted()).toStrictEqual(['a,a,a', 'b,b,b']);
  });

  it('lower than the cached one, after a restored backup, is read whole', async () => {
    const evaluator = installation.start({ pollIntervalMs: 50 });
    await installation.serve('b');
    const environment = await evaluator.find(installation.production.key);
    expect(evaluateToValue(environment, 'left')).toBe('b');
    await installation.pool.query('UPDATE environment SET version = 1 WHERE id = $1', [
      installation.production.id,
    ]);
    await installation.pool.query(
      `UPDATE datafile_fragment SET version = 1, document = replace(document::text, '"default_variation":"b"',
         '"default_variation":"a"')::json
       WHERE environment_id = $1`,
      [installation.production.id],
    );
    await until(() => evaluateToValue(environment, 'left') === 'a');
    expect(environment?.version).toBe(1);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeFeatures } from '../src/features/change-features.ts';
import { changeProjects } from '../src/projects/projects.ts';
import { changeServing } from '../src/serving/change-serving.ts';
import { type ChangeContext, runChange } from '../src/run-change.ts';
import { ProblemsFound } from '@bunting/definitions/checks';
import type { ChangeTransaction, RecordedChange } from '../src/change-transaction.ts';
import { findFreePort } from '@bunting/embedded-servers';
import { startTestRedis } from '@bunting/testing';
import { Redis } from 'ioredis';
import { createShop, unconstrained, type Shop } from './shop.ts';

let shop: Shop;
let context: ChangeContext;
beforeEach(async () => {
  shop = await createShop();
  context = { pool: shop.pool, actor: 'ada@acme.example', source: 'session' };
});
afterEach(() => shop.end());

const version = () => shop.rows('SELECT version::int FROM environment');
const names = () => shop.rows('SELECT name FROM feature');
const records = () =>
  shop.rows('SELECT actor, source, action, subject, before, after FROM audit_record ORDER BY id');

async function rename(transaction: ChangeTransaction, name: string): Promise<void> {
  const { project, feature } = await shop.read(transaction);
  await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, name } }]);
}

async function override(transaction: ChangeTransaction, userId: string): Promise<void> {
  const { project, feature, served } = await shop.read(transaction);
  const after = { ...served, overrides: new Map([...served.overrides, [userId, 'new']]) };
  await changeServing(transaction, project, [
    { feature, environment: shop.environment, before: served, after },
  ]);
}

describe('a change', () => {
  it('writes rows, audit record and version together', async () => {
    const { result, recorded, publications } = await runChange(context, async (transaction) => {
      await override(transaction, 'user-7');
      return 'done';
    });
    expect(result).toBe('done');
    expect(publications).toEqual([{ environmentId: shop.environment.id, version: 2 }]);
    expect(await version()).toEqual([{ version: 2 }]);
    expect(recorded.map(({ featureId, environmentId }) => [featureId, environmentId])).toEqual([
      [shop.feature.id, shop.environment.id],
    ]);
    expect(await records()).toEqual([
      {
        actor: 'ada@acme.example',
        source: 'session',
        action: 'overrides.updated',
        subject: 'web/checkout in live',
        before: { 'user-7': null },
        after: { 'user-7': 'new' },
      },
    ]);
  });

  it('without a difference writes nothing', async () => {
    const { recorded, publications } = await runChange(context, async (transaction) => {
      await rename(transaction, 'Checkout');
      await override(transaction, 'u');
    });
    expect([recorded, publications, await records(), await version()]).toEqual([
      [],
      [],
      [],
      [{ version: 1 }],
    ]);
  });

  it('that evaluators do not read is recorded without a new version', async () => {
    const { recorded, publications } = await runChange(context, (transaction) =>
      rename(transaction, 'Other'),
    );
    expect(recorded.map(({ action }: RecordedChange) => action)).toEqual(['feature.updated']);
    expect(publications).toEqual([]);
  });

  it('that fails writes nothing', async () => {
    const failing = runChange(context, async (transaction) => {
      await rename(transaction, 'Other');
      await override(transaction, 'user-7');
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    expect([await names(), await version(), await records()]).toEqual([
      [{ name: 'Checkout' }],
      [{ version: 1 }],
      [],
    ]);
  });

  it('with dryRun reports everything and writes nothing', async () => {
    const dryRun = await runChange({ ...context, dryRun: true }, (transaction) =>
      override(transaction, 'user-7'),
    );
    expect(dryRun.recorded).toHaveLength(1);
    expect(dryRun.publications).toHaveLength(1);
    expect([await version(), await records()]).toEqual([[{ version: 1 }], []]);
  });
});

describe('the audit records of a change', () => {
  const written = () =>
    shop.rows('SELECT action, change_id AS "changeId", comment FROM audit_record ORDER BY id');

  it('all have its id, which the change answers, and its comment', async () => {
    const { changeId } = await runChange({ ...context, comment: 'As asked' }, async (transaction) => {
      await rename(transaction, 'Other');
      await override(transaction, 'user-7');
    });
    expect(changeId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(await written()).toEqual([
      { action: 'feature.updated', changeId, comment: 'As asked' },
      { action: 'overrides.updated', changeId, comment: 'As asked' },
    ]);
    const next = await runChange(context, (transaction) => rename(transaction, 'Third'));
    expect(next.changeId).not.toBe(changeId);
    expect((await written()).at(-1)).toEqual({
      action: 'feature.updated',
      changeId: next.changeId,
      comment: null,
    });
  });

  it('have no id to answer where nothing differed, or in a dry run', async () => {
    const same = await runChange(context, (transaction) => rename(transaction, 'Checkout'));
    const dry = await runChange({ ...context, dryRun: true }, (transaction) => rename(transaction, 'Other'));
    expect([same.changeId, dry.changeId]).toEqual([undefined, undefined]);
  });
});

describe('the authorisation', () => {
  it('runs in the transaction after the work, and undoes the change when it throws', async () => {
    const seen: object[] = [];
    const authorise = async ({ client }: ChangeTransaction) => {
      seen.push(...(await client.query<object>('SELECT name FROM feature')).rows);
      throw new Error('no longer allowed');
    };
    const refused = runChange({ ...context, authorise }, (transaction) => rename(transaction, 'Other'));
    await expect(refused).rejects.toThrow('no longer allowed');
    expect(seen).toEqual([{ name: 'Other' }]);
    expect([await names(), await records()]).toEqual([[{ name: 'Checkout' }], []]);
  });
});

describe('a feature stays consistent', () => {
  it('a variation that is still served cannot be deleted', async () => {
    const deleting = runChange(context, async (transaction) => {
      const { project, feature } = await shop.read(transaction);
      const variations = feature.variations.filter(({ slug }) => slug !== 'new');
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, variations } }]);
    });
    await expect(deleting).rejects.toThrow(ProblemsFound);
    await expect(deleting).rejects.toThrow('still serves its variation new');
  });

  it('a variation can be deleted in the transaction that stops serving it', async () => {
    await runChange(context, async (transaction) => {
      const { project, feature, served } = await shop.read(transaction);
      const after = { ...feature, variations: feature.variations.filter(({ slug }) => slug !== 'new') };
      await changeFeatures(transaction, project, [{ before: feature, after }]);
      const { environment } = shop;
      const withoutOverrides = { ...served, overrides: new Map() };
      await changeServing(transaction, project, [
        { feature: after, environment, before: served, after: withoutOverrides },
      ]);
    });
    expect(await shop.rows('SELECT slug FROM variation WHERE deleted_at IS NULL ORDER BY position')).toEqual([
      { slug: 'old' },
      { slug: 'spare' },
    ]);
  });

  it('a variation without a value for a variable cannot be stored', async () => {
    const storing = runChange(context, async (transaction) => {
      const { project, feature } = await shop.read(transaction);
      const variable = {
        id: '01a1fceb-0000-7000-8000-000000000000',
        slug: 'steps',
        type: 'number',
        client: false,
        ...unconstrained,
      } as const;
      const after = { ...feature, variables: [...feature.variables, variable] };
      await changeFeatures(transaction, project, [{ before: feature, after }]);
    });
    await expect(storing).rejects.toThrow(
      'The variation old of the feature checkout gives its variable steps no value.',
    );
  });

  it('renaming a variation renames it wherever it is served', async () => {
    await runChange(context, async (transaction) => {
      const { project, feature } = await shop.read(transaction);
      const variations = feature.variations.map((each) => ({
        ...each,
        slug: each.slug === 'new' ? 'newer' : each.slug,
      }));
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, variations } }]);
    });
    const { result } = await runChange(context, (transaction) => shop.read(transaction));
    expect(result.served.overrides).toEqual(new Map([['u', 'newer']]));
  });
});

describe('writers at the same time', () => {
  it('that read under the lock lose no change, and leave one record each', async () => {
    const users = Array.from({ length: 50 }, (_, index) => `user-${index}`);
    await Promise.all(
      users.map((userId) => runChange(context, (transaction) => override(transaction, userId))),
    );
    expect(await shop.rows('SELECT FROM override')).toHaveLength(51);
    expect(await records()).toHaveLength(50);
    expect(await version()).toEqual([{ version: 51 }]);
  });

  it('that deadlock both succeed', async () => {
    let resolveMet = () => {};
    const met = new Promise<void>((resolve) => (resolveMet = resolve));
    let arrived = 0;
    const attempts: string[] = [];
    const crosswise = (first: string, second: string) =>
      runChange(context, async (transaction) => {
        attempts.push(first);
        await transaction.client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [first]);
        arrived += 1;
        if (arrived === 2) resolveMet();
        await met;
        await transaction.client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [second]);
        return first;
      });
    const made = await Promise.all([crosswise('a', 'b'), crosswise('b', 'a')]);
    expect(made.map(({ result }) => result)).toEqual(['a', 'b']);
    expect(attempts).toHaveLength(3);
  });
});

describe('the announcement', () => {
  it('comes after the commit, and not without one', async () => {
    const server = await startTestRedis();
    const [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
    try {
      await subscriber.subscribe('bunting:publications');
      const announced = new Promise<string>((resolve) => {
        subscriber.once('message', (_channel, message) => resolve(message));
      });
      const failing = runChange({ ...context, redis }, async (transaction) => {
        await override(transaction, 'nobody');
        throw new Error('halfway');
      });
      await expect(failing).rejects.toThrow('halfway');
      await runChange({ ...context, redis, dryRun: true }, (transaction) => override(transaction, 'nobody'));
      await runChange({ ...context, redis }, (transaction) => override(transaction, 'user-7'));
      expect(JSON.parse(await announced)).toEqual({ environment: shop.environment.id, version: 2 });
      expect(await version()).toEqual([{ version: 2 }]);
    } finally {
      redis.disconnect();
      subscriber.disconnect();
      await server.stop();
    }
  });

  it('names the environments that are deleted with a project', async () => {
    const { publications } = await runChange(context, async (transaction) => {
      const { project } = await shop.read(transaction);
      await changeProjects(transaction, [{ before: project }]);
    });
    expect(publications).toEqual([{ environmentId: shop.environment.id, version: 0 }]);
    expect(await shop.rows('SELECT FROM feature')).toEqual([]);
  });

  it('that fails does not undo the change', async () => {
    const redis = new Redis({ port: await findFreePort(), retryStrategy: () => null });
    redis.on('error', () => {});
    await runChange({ ...context, redis }, (transaction) => override(transaction, 'user-7'));
    redis.disconnect();
    expect(await version()).toEqual([{ version: 2 }]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeFeatures } from '../src/features/change-features.ts';
import { changeProjects } from '../src/projects/projects.ts';
import { changeServing } from '../src/serving/change-serving.ts';
import { makeChanges } from '../src/make-changes.ts';
import { ProblemsFound } from '@bunting/definitions';
import type { ChangeTransaction, RecordedChange } from '../src/change-transaction.ts';
import type { ChangeContext } from '../src/make-changes.ts';
import { findFreePort } from '@bunting/embedded-servers';
import { startTestRedis } from '@bunting/testing';
import { Redis } from 'ioredis';
import { createShop } from './shop.ts';
import type { Shop } from './shop.ts';

let shop: Shop;
let door: ChangeContext;
beforeEach(async () => {
  shop = await createShop();
  door = { pool: shop.pool, actor: 'ada@acme.example', source: 'session' };
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

async function pin(transaction: ChangeTransaction, userId: string): Promise<void> {
  const { project, feature, served } = await shop.read(transaction);
  const after = { ...served, overrides: new Map([...served.overrides, [userId, 'new']]) };
  await changeServing(transaction, project, [
    { feature, environment: shop.environment, before: served, after },
  ]);
}

describe('a change', () => {
  it('is rows, audit record and version in one', async () => {
    const { result, recorded, publications } = await makeChanges(door, async (transaction) => {
      await pin(transaction, 'user-7');
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

  it('that changes nothing leaves no trace', async () => {
    const { recorded, publications } = await makeChanges(door, async (transaction) => {
      await rename(transaction, 'Checkout');
      await pin(transaction, 'u');
    });
    expect([recorded, publications, await records(), await version()]).toEqual([
      [],
      [],
      [],
      [{ version: 1 }],
    ]);
  });

  it('of what no evaluator reads is recorded without a new version', async () => {
    const { recorded, publications } = await makeChanges(door, (transaction) => rename(transaction, 'Other'));
    expect(recorded.map(({ action }: RecordedChange) => action)).toEqual(['feature.updated']);
    expect(publications).toEqual([]);
  });

  it('that fails leaves nothing, whatever it had written', async () => {
    const failing = makeChanges(door, async (transaction) => {
      await rename(transaction, 'Other');
      await pin(transaction, 'user-7');
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    expect([await names(), await version(), await records()]).toEqual([
      [{ name: 'Checkout' }],
      [{ version: 1 }],
      [],
    ]);
  });

  it('can be tried: everything is reported and nothing written', async () => {
    const tried = await makeChanges({ ...door, dryRun: true }, (transaction) => pin(transaction, 'user-7'));
    expect(tried.recorded).toHaveLength(1);
    expect(tried.publications).toHaveLength(1);
    expect([await version(), await records()]).toEqual([[{ version: 1 }], []]);
  });
});

describe('a feature stays whole', () => {
  it('a variation that is still served cannot be deleted', async () => {
    const deleting = makeChanges(door, async (transaction) => {
      const { project, feature } = await shop.read(transaction);
      const variations = feature.variations.filter(({ slug }) => slug !== 'new');
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, variations } }]);
    });
    await expect(deleting).rejects.toThrow(ProblemsFound);
    await expect(deleting).rejects.toThrow('still serves its variation new');
  });

  it('one that nothing serves any more can, in one transaction', async () => {
    await makeChanges(door, async (transaction) => {
      const { project, feature, served } = await shop.read(transaction);
      const after = { ...feature, variations: feature.variations.filter(({ slug }) => slug !== 'new') };
      await changeFeatures(transaction, project, [{ before: feature, after }]);
      const { environment } = shop;
      const unpinned = { ...served, overrides: new Map() };
      await changeServing(transaction, project, [
        { feature: after, environment, before: served, after: unpinned },
      ]);
    });
    expect(await shop.rows('SELECT slug FROM variation WHERE deleted_at IS NULL ORDER BY position')).toEqual([
      { slug: 'old' },
      { slug: 'spare' },
    ]);
  });

  it('a variation without a value for a variable cannot be stored', async () => {
    const storing = makeChanges(door, async (transaction) => {
      const { project, feature } = await shop.read(transaction);
      const variable = { id: '01a1fceb-0000-7000-8000-000000000000', slug: 'steps', type: 'number' } as const;
      const after = { ...feature, variables: [...feature.variables, variable] };
      await changeFeatures(transaction, project, [{ before: feature, after }]);
    });
    await expect(storing).rejects.toThrow(
      'The variation old of the feature checkout gives its variable steps no value.',
    );
  });

  it('renaming a variation renames it wherever it is served', async () => {
    await makeChanges(door, async (transaction) => {
      const { project, feature } = await shop.read(transaction);
      const variations = feature.variations.map((each) => ({
        ...each,
        slug: each.slug === 'new' ? 'newer' : each.slug,
      }));
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, variations } }]);
    });
    const { result } = await makeChanges(door, (transaction) => shop.read(transaction));
    expect(result.served.overrides).toEqual(new Map([['u', 'newer']]));
  });
});

describe('writers at the same time', () => {
  it('that read under the lock lose nothing of each other, and leave one record each', async () => {
    const users = Array.from({ length: 50 }, (_, index) => `user-${index}`);
    await Promise.all(users.map((userId) => makeChanges(door, (transaction) => pin(transaction, userId))));
    expect(await shop.rows('SELECT FROM override')).toHaveLength(51);
    expect(await records()).toHaveLength(50);
    expect(await version()).toEqual([{ version: 51 }]);
  });

  it('that wait for each other in a circle both get there', async () => {
    let meet = () => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    let arrived = 0;
    const attempts: string[] = [];
    const crosswise = (first: string, second: string) =>
      makeChanges(door, async (transaction) => {
        attempts.push(first);
        await transaction.client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [first]);
        arrived += 1;
        if (arrived === 2) meet();
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
  it('comes after the commit, and not at all when there is none', async () => {
    const server = await startTestRedis();
    const [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
    try {
      await subscriber.subscribe('bunting:publications');
      const announced = new Promise<string>((resolve) => {
        subscriber.once('message', (_channel, message) => resolve(message));
      });
      const failing = makeChanges({ ...door, redis }, async (transaction) => {
        await pin(transaction, 'nobody');
        throw new Error('halfway');
      });
      await expect(failing).rejects.toThrow('halfway');
      await makeChanges({ ...door, redis, dryRun: true }, (transaction) => pin(transaction, 'nobody'));
      await makeChanges({ ...door, redis }, (transaction) => pin(transaction, 'user-7'));
      expect(JSON.parse(await announced)).toEqual({ environment: shop.environment.id, version: 2 });
      expect(await version()).toEqual([{ version: 2 }]);
    } finally {
      redis.disconnect();
      subscriber.disconnect();
      await server.stop();
    }
  });

  it('tells of the environments that go with a project', async () => {
    const { publications } = await makeChanges(door, async (transaction) => {
      const { project } = await shop.read(transaction);
      await changeProjects(transaction, [{ before: project }]);
    });
    expect(publications).toEqual([{ environmentId: shop.environment.id, version: 0 }]);
    expect(await shop.rows('SELECT FROM feature')).toEqual([]);
  });

  it('that reaches nobody does not undo the change', async () => {
    const redis = new Redis({ port: await findFreePort(), retryStrategy: () => null });
    redis.on('error', () => {});
    await makeChanges({ ...door, redis }, (transaction) => pin(transaction, 'user-7'));
    redis.disconnect();
    expect(await version()).toEqual([{ version: 2 }]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { useInstallation } from './installation.ts';
import { insertEnvironment, sha256 } from './rows.ts';

const installation = useInstallation();
const minuteMs = 60_000;

describe('the use of a key', () => {
  it('is told for the first time in each minute, by its hash', async () => {
    const { production, pool, project } = installation;
    const staging = await insertEnvironment(pool, project.projectId, 'staging');
    await installation.publish({ environments: [staging.id] });
    const told: [string, number][] = [];
    let now = Date.parse('2026-11-22T10:00:20Z');
    const evaluator = installation.start({
      pollIntervalMs: 600_000,
      now: () => now,
      onKeyUsed: (keyHash, at) => told.push([keyHash, at]),
    });
    const began = now - 20_000;
    for (let use = 0; use < 3; use += 1) await evaluator.lookUp(production.key);
    await evaluator.lookUp(production.key.toUpperCase());
    await evaluator.lookUp(staging.key);
    expect(told).toEqual([
      [sha256(production.key), began],
      [sha256(staging.key), began],
    ]);
    now += minuteMs;
    for (let use = 0; use < 3; use += 1) await evaluator.lookUp(production.key);
    expect(told.slice(2)).toEqual([[sha256(production.key), began + minuteMs]]);
  });

  it('is not told of a key that does not exist', async () => {
    const told: string[] = [];
    const evaluator = installation.start({ onKeyUsed: (keyHash) => told.push(keyHash) });
    expect(await evaluator.lookUp('00000000-0000-4000-8000-000000000000')).toBeUndefined();
    expect(told).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { CachedEnvironment } from './cached-environment.ts';
import { createVersionWaits } from './version-waits.ts';

const environmentAt = (version: number) =>
  ({ environmentId: 'e', version }) as { version: number } & CachedEnvironment;

/** Creates a refresher whose refreshes end when the test says so. */
function createWaits(environment: { version: number }) {
  const asked: number[] = [];
  const failures: unknown[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const clock = { now: 1_000 };
  const waits = createVersionWaits({
    refresher: {
      refresh(_id, wanted) {
        asked.push(wanted);
        return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
      },
    },
    now: () => clock.now,
    onFailure: (error) => failures.push(error),
  });
  const end = (version: number) => {
    environment.version = version;
    ends.shift()!.resolve();
  };
  return { waits, asked, failures, ends, clock, end };
}

describe('waiting for a version', () => {
  it('does not ask for one that is cached', async () => {
    const environment = environmentAt(3);
    const { waits, asked } = createWaits(environment);
    await waits.reach(environment, 3, 250);
    expect(asked).toEqual([]);
  });
  it('ends when the version is there', async () => {
    const environment = environmentAt(1);
    const { waits, asked, end } = createWaits(environment);
    const reached = waits.reach(environment, 3, 600_000);
    end(3);
    await reached;
    expect([asked, environment.version]).toEqual([[3], 3]);
  });
  it('ends after its time, while the refresh goes on', async () => {
    const environment = environmentAt(1);
    const { waits, end } = createWaits(environment);
    await waits.reach(environment, 3, 1);
    expect(environment.version).toBe(1);
    end(3);
  });
  it('of many requests asks once', async () => {
    const environment = environmentAt(1);
    const { waits, asked, end } = createWaits(environment);
    const reached = [3, 3, 4].map((version) => waits.reach(environment, version, 600_000));
    end(3);
    await Promise.all(reached);
    expect(asked).toEqual([3]);
  });
  it('does not ask again at once for a version that does not exist', async () => {
    const environment = environmentAt(1);
    const { waits, asked, clock, end } = createWaits(environment);
    const reached = waits.reach(environment, 9, 600_000);
    end(1);
    await reached;
    await waits.reach(environment, 9, 600_000);
    expect(asked).toEqual([9]);
    clock.now += 250;
    const again = waits.reach(environment, 9, 600_000);
    end(2);
    await again;
    expect(asked).toEqual([9, 9]);
  });
  it('ends when the refresh fails, which is reported', async () => {
    const environment = environmentAt(1);
    const { waits, failures, ends } = createWaits(environment);
    const reached = waits.reach(environment, 2, 600_000);
    ends.shift()!.reject(new Error('away'));
    await reached;
    expect(failures).toEqual([new Error('away')]);
  });
});

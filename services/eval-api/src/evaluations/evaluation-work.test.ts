import { describe, expect, it } from '@jest/globals';
import type { Caller, Cost } from '@bunting/environments';
import { errors } from '@bunting/service';
import { readContext, type Datafile, type DatafileSnapshot } from '@bunting/evaluator';
import { createEvaluationWork, type EvaluationRequest } from './evaluation-work.ts';

/** Returns a datafile whose variables take a millisecond each. */
function slowDatafile(count: number) {
  const slugs = Array.from({ length: count }, (_, n) => `flag-${n}`);
  const state = { evaluated: 0, open: 0, counted: 0 };
  const datafile = {
    list: () => ({ slugs, byFeature: slugs.map((_, index) => index) }),
    nextRefresh: () => undefined,
    openSnapshot() {
      state.open += 1;
      let evaluated = 0;
      const snapshot: DatafileSnapshot = {
        found: [],
        cost: () => evaluated * 1e6,
        evaluate(timeLeft) {
          timeLeft();
          do {
            const end = performance.now() + 1;
            while (performance.now() < end);
            evaluated += 1;
            state.evaluated += 1;
          } while (evaluated < count && timeLeft() > 0);
          return evaluated === count;
        },
        count: () => void (state.counted += 1),
        close: () => void (state.open -= 1),
      };
      return snapshot;
    },
  } as unknown as Datafile;
  return { datafile, state };
}

function start() {
  const costs: Cost[] = [];
  const work = createEvaluationWork({ charge: (_, cost) => void costs.push(cost) });
  async function ask(
    datafile: Datafile,
    organisation = 'acme',
    names?: readonly string[],
    answer = 'answered',
  ) {
    const environment = { datafile, version: 1, access: { organisation: { id: organisation } } };
    const request = {
      environment,
      kind: 'server',
      caller: {} as Caller,
      context: readContext(null),
      time: 0,
      names,
    };
    try {
      return await work.answer(request as unknown as EvaluationRequest, () => answer);
    } catch (error) {
      return error;
    }
  }
  return { ask, costs };
}

const turn = () => new Promise(setImmediate);
/** Counts the turns of the event loop until the promise is settled. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isSettled = false;
  void promise.finally(() => (isSettled = true));
  for (; !isSettled; turns += 1) await turn();
  return turns;
}

describe('the answer to a request for many variables', () => {
  it('is made at once where it takes no longer than a slice', async () => {
    const { ask, costs } = start();
    const { datafile, state } = slowDatafile(1);
    expect(await ask(datafile)).toBe('answered');
    expect(state).toEqual({ evaluated: 1, open: 0, counted: 1 });
    expect(costs.every(({ tokens }) => tokens >= 3)).toBe(true);
  });

  it('is made in slices where it takes longer, between which others are answered', async () => {
    const { ask } = start();
    const { datafile, state } = slowDatafile(60);
    // 60 ms in slices of five, the last step of which may go a millisecond beyond.
    expect(await turnsUntil(ask(datafile))).toBeGreaterThanOrEqual(9);
    expect(state).toEqual({ evaluated: 60, open: 0, counted: 1 });
  });

  it('is 503 where the environment was evicted from memory while the request waited', async () => {
    const work = createEvaluationWork({ charge: () => {} });
    const { datafile } = slowDatafile(30);
    const access = { organisation: { id: 'acme' } };
    const ask = async (environment: object) => {
      const request = { environment, kind: 'server', caller: {}, context: readContext(null), time: 0 };
      try {
        return await work.answer(request as EvaluationRequest, () => 'answered');
      } catch (error) {
        return error;
      }
    };
    const environment = { datafile, version: 1, access, isEvicted: false };
    const first = ask(environment);
    const second = ask(environment);
    Object.assign(environment, { isEvicted: true });
    Object.defineProperty(environment, 'datafile', {
      get() {
        throw new Error('It is gone.');
      },
    });
    expect([await first, await second]).toEqual(['answered', errors.unavailable]);
  });

  it('is made for one request of an organisation at a time, and four in all', async () => {
    const { ask } = start();
    const slow = slowDatafile(30);
    // From now on it is known to be slow, so nothing is evaluated before it is its turn.
    await ask(slow.datafile);
    const begun = slow.state.evaluated;
    const all = ['a', 'a', 'a', 'b', 'c', 'd', 'e', 'f'].map((organisation) =>
      ask(slow.datafile, organisation),
    );
    let most = 0;
    for (let n = 0; n < 5; n += 1) {
      await turn();
      most = Math.max(most, slow.state.open);
    }
    expect([most, slow.state.evaluated > begun]).toEqual([4, true]);
    expect(await Promise.all(all)).toEqual(all.map(() => 'answered'));
    expect(slow.state).toEqual({ evaluated: 30 * 9, open: 0, counted: 9 });
  });

  it('is refused with Retry-After where too many of the organisation wait, and not to others', async () => {
    const { ask } = start();
    const slow = slowDatafile(20);
    await ask(slow.datafile);
    const all = Array.from({ length: 40 }, () => ask(slow.datafile));
    const other = ask(slow.datafile, 'globex');
    await turn();
    const refused = (await Promise.all(all)).filter((answer) => answer !== 'answered');
    expect(refused.length).toBeGreaterThanOrEqual(7);
    for (const error of refused) {
      expect(error).toMatchObject({
        status: 503,
        code: 'organisation_share_exceeded',
        headers: { 'Retry-After': '1' },
      });
    }
    expect(await other).toBe('answered');
    expect(slow.state.open).toBe(0);
  });

  it('costs a token for each hundred variables, or for each quarter of a millisecond', async () => {
    const { ask, costs } = start();
    const names = Array.from({ length: 2_000 }, (_, n) => `flag-${n}`);
    const quick = {
      ...slowDatafile(0).datafile,
      openSnapshot: () => ({ found: [], cost: () => 0, evaluate: () => true, count() {}, close() {} }),
    } as unknown as Datafile;
    await ask(quick, 'acme', names);
    expect(costs[0]!.tokens).toBeGreaterThanOrEqual(19);
    await ask(slowDatafile(30).datafile);
    expect(costs[1]!.tokens).toBeGreaterThanOrEqual(30 * 4 - 1);
    expect(costs[1]!.addressTokens).toBeGreaterThanOrEqual(29);
  });

  it('pays by the estimate where it took longer by the clock, and for each 64 KiB of what is sent', async () => {
    const { ask, costs } = start();
    const { datafile } = slowDatafile(1);
    const quick = {
      ...datafile,
      openSnapshot: () => ({
        ...datafile.openSnapshot({ slugs: [], isClientOnly: false }),
        cost: () => 81_000,
      }),
    } as Datafile;
    await ask(quick);
    expect(costs).toEqual([]);
    await ask(quick, 'acme', undefined, 'x'.repeat(3 * 64 * 1024));
    expect(costs).toEqual([{ tokens: 2, addressTokens: 0 }]);
    // Also after slices, whose 20 ms are fewer tokens.
    await ask(slowDatafile(20).datafile, 'acme', undefined, 'x'.repeat(300 * 64 * 1024));
    expect(costs[1]!.tokens).toBeGreaterThanOrEqual(299);
  });
});

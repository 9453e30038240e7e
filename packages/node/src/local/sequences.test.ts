/** Random sequences of what happens to a local client and its service. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feature, createMessage, segment, toSegment, type Message } from '../../test/fragments.ts';
import { createTestFetch, json, url, type TestAnswer } from '../../test/test-fetch.ts';
import { createTestRuntime, turns } from '../../test/test-runtime.ts';
import { createLocalClientIn } from './local-client.ts';

const key = 'c1a55e00-0000-8da7-8000-0000000000a3';
const user = { id: 'u', country: 'CA' };
const slugs = ['a', 'b'] as const;
type Fragment = Message['fragments'][number];
type Fate = 'answers' | 'fails' | 'refuses' | 'hangs';

/** Creates the service of one environment: all its fragments, with the version of each. */
function createService() {
  const fragments = new Map<string, { readonly version: number; readonly given: Fragment }>();
  let version = 0;
  let fate: Fate = 'answers';
  function datafile(since: number | null): Response {
    const changed = [...fragments.values()].filter((each) => since === null || each.version > since);
    const given = changed.map((each) => each.given);
    return json(createMessage(version, given, since));
  }
  return {
    change(given: Fragment): void {
      version += 1;
      fragments.set(given.id, { version, given });
    },
    setFate: (next: Fate) => void (fate = next),
    respond({ path }: { readonly path: string }): TestAnswer {
      if (fate === 'fails') return new TypeError('fetch failed');
      if (fate === 'refuses') return json({}, 429, { 'Retry-After': '5' });
      if (fate === 'hangs') return new Promise(() => {});
      if (!path.startsWith('/v1/datafile')) return json({ monthly_active_users: {} }, 202);
      const since = new URL(path, url).searchParams.get('since');
      return datafile(since === null ? null : Number(since));
    },
  };
}
type Service = ReturnType<typeof createService>;

const fates: Fate[] = ['answers', 'fails', 'refuses', 'hangs'];
const step = fc.oneof(
  fc.record({ slug: fc.constantFrom(...slugs), isOn: fc.boolean() }),
  fc.record({ country: fc.constantFrom('CA', 'US') }),
  fc.record({ fate: fc.constantFrom(...fates) }),
  fc.record({ seconds: fc.constantFrom(1, 7, 30, 61) }),
  fc.record({ track: fc.constantFrom(...slugs) }),
);
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

function start(service: Service) {
  const runtime = createTestRuntime();
  const { fetch, fetched } = createTestFetch((given) => service.respond(given));
  const reported: unknown[] = [];
  const report = (what: unknown) => void reported.push(what);
  const flags = createLocalClientIn(runtime, { url, key, stream: false, fetch, onError: report });
  flags.on('change', report);
  flags.on('status', report);
  return { flags, runtime, reported, fetched };
}
type Started = ReturnType<typeof start>;

async function take(given: Step, service: Service, { flags, runtime }: Started): Promise<void> {
  if ('slug' in given) {
    service.change(feature(given.slug, given.isOn, given.isOn ? {} : toSegment('s')));
  } else if ('country' in given) service.change(segment('s', given.country));
  else if ('fate' in given) service.setFate(given.fate);
  else if ('track' in given) flags.track('purchase', user, { variable: given.track });
  else await runtime.pass(given.seconds * 1_000);
}

const getValues = ({ flags }: Started) => flags.values(slugs, user);

it('a thousand random sequences end in what a fresh client gets, and after the end nothing happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.boolean(), async (steps, isRecovered) => {
      const service = createService();
      const started = start(service);
      await turns();
      for (const each of steps) await take(each, service, started);
      if (isRecovered) {
        service.setFate('answers');
        // In steps, because answers come between them: a request waits 30 seconds for one.
        for (let seconds = 0; seconds < 120; seconds += 20) await started.runtime.pass(20_000);
        const fresh = start(service);
        await turns();
        expect(getValues(started)).toEqual(getValues(fresh));
        expect(started.flags.status).toBe('ready');
        await close(fresh);
      }
      await close(started);
    }),
    { numRuns: 1_000 },
  );
});

async function close({ flags, runtime, reported, fetched }: Started): Promise<void> {
  const closed = flags.close();
  await turns();
  await runtime.pass(2_000);
  await closed;
  const before = [reported.length, fetched.length];
  await runtime.pass(3_600_000);
  expect([reported.length, fetched.length, runtime.timers()]).toEqual([...before, 0]);
}

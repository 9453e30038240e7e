import { describe, expect, it } from '@jest/globals';
import { evaluate, readContext } from '@bunting/evaluator';
import fc from 'fast-check';
import {
  feature,
  gone,
  createMessage,
  remoteFeature,
  segment,
  toCountry,
  toSegment,
  type Message,
} from '../../test/fragments.ts';
import { createTestRuntime } from '../../test/test-runtime.ts';
import { createLocalEnvironment } from './local-environment.ts';
import { parseMessage } from './datafile-message.ts';

async function environmentOf(...messages: readonly Message[]) {
  const environment = createLocalEnvironment(createTestRuntime());
  const changes: (readonly string[])[] = [];
  for (const message of messages) changes.push(await environment.apply(message));
  const findValue = (key: string, user: object = {}) =>
    evaluate(environment.loaded!.datafile, key, readContext(user), 0).value;
  return { environment, changes, findValue };
}

describe('an environment', () => {
  it('is that of the last message; a delta leaves what it does not name', async () => {
    const { environment, changes, findValue } = await environmentOf(
      createMessage(1, [feature('a', true), feature('b', false)]),
      createMessage(2, [feature('b', true)], 1),
    );
    expect([findValue('a'), findValue('b'), environment.loaded!.version]).toEqual([true, true, 2]);
    expect(changes).toEqual([['a', 'b'], ['b']]);
  });

  it('loses what a delta says is gone, and what a whole datafile leaves out', async () => {
    const whole = createMessage(1, [feature('a', true), feature('b', true), feature('c', true)]);
    const { changes, findValue } = await environmentOf(
      whole,
      createMessage(2, [gone('feature', 'a')], 1),
      createMessage(3, [feature('b', true)]),
    );
    expect(['a', 'b', 'c'].map((key) => findValue(key))).toEqual([null, true, null]);
    expect(changes.slice(1)).toEqual([['a'], ['c']]);
  });

  it('names all that a segment may have changed', async () => {
    const features = [feature('a', false, toSegment('s')), feature('b', false, toCountry('CA'))];
    const { changes, findValue } = await environmentOf(
      createMessage(1, [...features, segment('s', 'CA')]),
      createMessage(2, [segment('s', 'US')], 1),
    );
    expect(changes[1]).toEqual(['a']);
    expect([findValue('a', { country: 'US' }), findValue('a', { country: 'CA' })]).toEqual([true, false]);
  });

  it('names nothing where nothing is different', async () => {
    const { changes } = await environmentOf(
      createMessage(1, [feature('a', true)]),
      createMessage(2, [feature('a', true)]),
    );
    expect(changes[1]).toEqual([]);
  });

  it('knows the variables that the service must be asked for', async () => {
    const { environment, changes, findValue } = await environmentOf(
      createMessage(1, [remoteFeature('a'), feature('b', true)]),
      createMessage(2, [feature('a', true), remoteFeature('b')], 1),
    );
    expect([...environment.loaded!.remoteKeys]).toEqual(['b']);
    expect([findValue('a'), findValue('b')]).toEqual([true, null]);
    expect(changes[1]).toEqual(['a', 'b']);
  });

  it('is written as a whole datafile', async () => {
    const { environment } = await environmentOf(
      createMessage(1, [feature('a', true), feature('b', true), segment('s', 'CA')]),
      createMessage(2, [gone('feature', 'a'), remoteFeature('b')], 1),
    );
    expect(parseMessage(environment.text())).toEqual(
      createMessage(2, [remoteFeature('b'), segment('s', 'CA')]),
    );
  });
});

/** The changes of an environment between two reads. */
const slugs = ['a', 'b', 'c'] as const;
const change = fc.oneof(
  fc.record({
    slug: fc.constantFrom(...slugs),
    isOn: fc.boolean(),
    by: fc.constantFrom('none', 'country', 'segment'),
  }),
  fc.record({ slug: fc.constantFrom(...slugs), is: fc.constantFrom('gone', 'remote') }),
  fc.record({ country: fc.constantFrom('CA', 'US', undefined) }),
);
type Change = typeof change extends fc.Arbitrary<infer Made> ? Made : never;

function fragmentOf(given: Change): Message['fragments'][number] {
  if ('country' in given) {
    return given.country === undefined ? gone('segment', 's') : segment('s', given.country);
  }
  if ('is' in given) return given.is === 'gone' ? gone('feature', given.slug) : remoteFeature(given.slug);
  const parts = { none: {}, country: toCountry('CA'), segment: toSegment('s') }[given.by];
  return feature(given.slug, given.isOn, parts);
}

describe('any sequence of changes', () => {
  it('ends in what a process that begins at the end has, however it was read', async () => {
    const read = fc.record({ changes: fc.array(change, { maxLength: 4 }), isWhole: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(read, { maxLength: 8 }), async (reads) => {
        const service = new Map<string, Message['fragments'][number]>();
        const followed = await environmentOf(createMessage(0, []));
        for (const [index, { changes, isWhole }] of reads.entries()) {
          // A delta has the last of several changes of one fragment.
          const changed = new Map(changes.map(fragmentOf).map((fragment) => [fragment.id, fragment]));
          for (const [id, fragment] of changed) {
            if (fragment.document === null) service.delete(id);
            else service.set(id, fragment);
          }
          const delta = createMessage(index + 1, [...changed.values()], index);
          await followed.environment.apply(isWhole ? createMessage(index + 1, [...service.values()]) : delta);
        }
        const fresh = await environmentOf(createMessage(reads.length, [...service.values()]));
        for (const key of slugs) {
          for (const country of ['CA', 'US']) {
            expect(followed.findValue(key, { country })).toBe(fresh.findValue(key, { country }));
          }
        }
        const remoteKeys = ({ environment }: typeof fresh) => [...environment.loaded!.remoteKeys].toSorted();
        expect(remoteKeys(followed)).toEqual(remoteKeys(fresh));
        const copied = await environmentOf(parseMessage(followed.environment.text()) as Message);
        for (const key of slugs) expect(copied.findValue(key)).toBe(fresh.findValue(key));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a message', () => {
  it.each(['', 'null', '[]', '{}', '{"version":1}', '<html>'])('is not %j', (text) => {
    expect(parseMessage(text)).toBeUndefined();
  });

  it('has entries of kinds that this release knows', () => {
    const message = createMessage(1, [feature('a', true)]);
    const later = [{ kind: 'experiment', id: 'x', document: {} }, null, { kind: 'feature' }];
    expect(parseMessage(JSON.stringify({ ...message, fragments: [...later, ...message.fragments] }))).toEqual(
      message,
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { createShapeCheck } from '../checks/shape-check.ts';
import type { Problem } from '../checks/problem.ts';
import { Type } from '../schemas/type.ts';
import { checkMetadata } from './check-metadata.ts';
import { isPermanent, noMetadata, storedMetadata } from './feature-metadata.ts';
import { featureKinds, type MetadataInput, metadataProperties } from './metadata-schema.ts';

const hasShape = createShapeCheck(Type.Object(metadataProperties, { additionalProperties: false }));

/** Returns all problems of the metadata; those of its shape alone if there are any. */
function problemsOf(metadata: unknown): readonly Problem[] {
  const problems = hasShape.problems(metadata);
  return problems.length > 0 ? problems : [...checkMetadata(metadata as MetadataInput, '')];
}

const many = (count: number, entryOf: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => entryOf(index));

describe('the metadata of a feature', () => {
  it.each<[what: string, metadata: object]>([
    ...featureKinds.map((kind): [string, object] => [`the kind ${kind}`, { kind }]),
    ['20 tags', { tags: many(20, (index) => `tag-${index}`) }],
    ['10 owners', { owners: many(10, (index) => `@acme/team ${index}`) }],
    ['an address and a label', { owners: ['Ada@Acme.example', '@acme/checkout'] }],
    ['an owner of one character', { owners: ['A'] }],
    ['an owner of 100 characters', { owners: ['ä'.repeat(100)] }],
    ['20 links', { links: many(20, (index) => ({ url: `https://acme.example/${index}` })) }],
    [
      'links with and without a title',
      { links: [{ title: 'Why?', url: 'HTTP://acme.example' }, { url: 'https://x' }] },
    ],
    ['an address of 2,000 characters', { links: [{ url: `https://acme.example/${'a'.repeat(1_979)}` }] }],
    ['permanent', { permanent: true }],
    ['not permanent', { permanent: false }],
    ['by its kind', { permanent: null }],
    ['days', { expected_until: '2028-02-29', snoozed_until: '9999-12-31' }],
    ['no days', { expected_until: null, snoozed_until: null }],
    ['a manager', { manager: 'github.com/acme/flags' }],
    ['no manager', { manager: null }],
  ])('may be %s', (_what, metadata) => {
    expect(problemsOf(metadata)).toEqual([]);
  });

  const owner =
    'must be the email address of a member (stored lower-cased) or a label such as @acme/checkout, with at most 100 characters and no spaces at its ends';
  const slug =
    'must be a letter or digit, then letters, digits, ".", "_" or "-", at most 100 characters (stored lower-cased)';
  const address = 'must be a URL that begins with http:// or https://';
  const hidden = 'must be a URL without a user name or password';
  it.each<[what: string, metadata: object, path: string, message: string]>([
    [
      'another kind',
      { kind: 'flag' },
      'kind',
      'must be one of: release, experiment, operational, permission, kill_switch',
    ],
    ['a tag that is no slug', { tags: ['a b'] }, 'tags[0]', slug],
    ['a tag twice', { tags: ['a', 'A'] }, 'tags[1]', '"a" is already used at tags[0]'],
    ['an empty owner', { owners: [''] }, 'owners[0]', owner],
    ['an owner with a blank at the end', { owners: ['a '] }, 'owners[0]', owner],
    ['an owner with a line break', { owners: ['a\nb'] }, 'owners[0]', owner],
    ['an owner that turns text round', { owners: ['a\u202Eb'] }, 'owners[0]', owner],
    [
      'an owner of 101 characters',
      { owners: ['a'.repeat(101)] },
      'owners[0]',
      'must have at most 100 characters',
    ],
    [
      'an address twice',
      { owners: ['a@acme.example', 'A@acme.example'] },
      'owners[1]',
      '"a@acme.example" is already used at owners[0]',
    ],
    ['a link of another kind', { links: [{ url: 'javascript:alert(1)' }] }, 'links[0].url', address],
    ['a link with a blank', { links: [{ url: 'https://acme.example/a b' }] }, 'links[0].url', address],
    [
      'a link of 2,001 characters',
      { links: [{ url: `https://acme.example/${'a'.repeat(1_980)}` }] },
      'links[0].url',
      'must have at most 2000 characters',
    ],
    ['a link that is no address', { links: [{ url: 'https://[' }] }, 'links[0].url', hidden],
    [
      'a link that hides where it leads',
      { links: [{ url: 'https://acme.example@evil.example' }] },
      'links[0].url',
      hidden,
    ],
    [
      'a link twice',
      { links: [{ url: 'https://x' }, { title: 'X', url: 'https://x' }] },
      'links[1].url',
      '"https://x" is already used at links[0].url',
    ],
    [
      'a link with something else',
      { links: [{ url: 'https://x', rel: 'me' }] },
      'links[0].rel',
      'is not a known member',
    ],
    ['an empty title', { links: [{ title: '', url: 'https://x' }] }, 'links[0].title', 'must not be empty'],
    ['a word for permanent', { permanent: 'yes' }, 'permanent', 'must be true or false or null'],
    [
      'a time',
      { expected_until: '2026-12-01T00:00:00Z' },
      'expected_until',
      'must be a day, such as 2026-12-31',
    ],
    ['a day that does not exist', { snoozed_until: '2027-02-29' }, 'snoozed_until', 'must be a valid date'],
    [
      'a month that does not exist',
      { expected_until: '2026-13-01' },
      'expected_until',
      'must be a valid date',
    ],
    [
      'a year that PostgreSQL has not',
      { expected_until: '0000-01-01' },
      'expected_until',
      'must be a day, such as 2026-12-31',
    ],
    ['an empty manager', { manager: '' }, 'manager', 'must not be empty'],
    [
      'a manager of 201 characters',
      { manager: 'a'.repeat(201) },
      'manager',
      'must have at most 200 characters',
    ],
  ])('may not be %s', (_what, metadata, path, message) => {
    expect(problemsOf(metadata)).toMatchObject([{ path, message }]);
  });

  it.each([
    ['tags', 21, (index: number) => `tag-${index}`],
    ['owners', 11, (index: number) => `@team-${index}`],
    ['links', 21, (index: number) => ({ url: `https://acme.example/${index}` })],
  ])('has a bound: %s', (member, count, entryOf) => {
    expect(() => problemsOf({ [member]: many(count, entryOf) })).toThrow(
      `${member}: must have at most ${count - 1} entries`,
    );
  });

  it('is stored with tags and addresses in lower case, and tags sorted', () => {
    const owners = ['Ada@Acme.example', '@Acme/Checkout'];
    expect(storedMetadata({ tags: ['Web', 'b', 'A'], owners })).toEqual({
      ...noMetadata,
      tags: ['a', 'b', 'web'],
      owners: ['ada@acme.example', '@Acme/Checkout'],
    });
  });

  it('keeps what is left out, and takes null and empty lists', () => {
    const before = storedMetadata({
      kind: 'experiment',
      tags: ['a'],
      owners: ['@a'],
      links: [{ url: 'https://x' }],
      permanent: false,
      expected_until: '2026-12-01',
      snoozed_until: '2026-12-02',
      manager: 'acme/flags',
    });
    expect(storedMetadata({}, before)).toEqual(before);
    const nothing: MetadataInput = {
      kind: 'release',
      tags: [],
      owners: [],
      links: [],
      permanent: null,
      expected_until: null,
      snoozed_until: null,
      manager: null,
    };
    expect(storedMetadata(nothing, before)).toEqual(noMetadata);
  });

  it.each([
    ['release', null, false],
    ['experiment', null, false],
    ['operational', null, false],
    ['permission', null, true],
    ['kill_switch', null, true],
    ['kill_switch', false, false],
    ['release', true, true],
  ] as const)('says whether it is meant to stay: %s, %s', (kind, permanent, expected) => {
    expect(isPermanent({ kind, permanent })).toBe(expected);
  });
});

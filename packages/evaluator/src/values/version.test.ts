import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';

import { compareVersions, formatVersion, parseVersion, type Version } from './version.ts';

describe('versions', () => {
  it.each([
    ['1', '1.0.0'],
    ['1.2', '1.2.0'],
    ['1.2.3+build.7', '1.2.3'],
    ['1.2.3-rc.1+build.7', '1.2.3-rc.1'],
    ['0.0.0', '0.0.0'],
    ['v1.2.3', '1.2.3'],
    ['V1.2.3', '1.2.3'],
    ['v1', '1.0.0'],
    ['v1.2', '1.2.0'],
    ['v1.2.3-rc.1+build.7', '1.2.3-rc.1'],
    ['1.2.3-v1', '1.2.3-v1'],
  ])('%s reads as %s', (text, full) => {
    expect(formatVersion(versionOf(text))).toBe(full);
  });

  it.each([
    '',
    '1.2-beta.1',
    '2026-11-21',
    'v',
    'vv1.2.3',
    'v 1.2.3',
    ' v1.2.3',
    'v.1.2.3',
    'w1.2.3',
    '1.2.v3',
    'v1.2.3.4',
    'v01.2.3',
    'version1.2.3',
    '\uff561.2.3',
    '=1.2.3',
    ' 1.2.3',
    '1.2.3 ',
    '1.2.3-rc ',
    '1.2.3.4',
    '01.2.3',
    '1.2.x',
    '1..2',
    '-1.2.3',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3\n',
    'latest',
    '1.2.3+',
    '1.2.3+a..b',
    '1.2.3-a..b',
  ])('refuses %j', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it('has numbers of any length', () => {
    const ascending = [
      '2.0.0-20261122015755122',
      '2.0.0-20261122015755123',
      '9007199254740993.0.0',
      `${'9'.repeat(300)}.0.0`,
    ];
    for (const [index, lower] of ascending.slice(0, -1).entries()) {
      const higher = ascending[index + 1] ?? '';
      expect(compareVersions(versionOf(lower), versionOf(higher))).toBeLessThan(0);
      expect(compareVersions(versionOf(higher), versionOf(lower))).toBeGreaterThan(0);
    }
    expect(compareVersions(versionOf('9007199254740993'), versionOf('9007199254740992'))).toBeGreaterThan(0);
  });

  it('orders as the semver package does, as far as that reads numbers', () => {
    const number = fc.nat(20).map(String);
    const identifier = fc.oneof(number, fc.constantFrom('a', 'A', 'rc', 'beta', '-', '0a', '1-'));
    const version = fc
      .tuple(number, number, number, fc.array(identifier, { maxLength: 3 }), fc.constantFrom('', '+b.7'))
      .map(([major, minor, patch, identifiers, build]) => {
        const preRelease = identifiers.length === 0 ? '' : `-${identifiers.join('.')}`;
        return `${major}.${minor}.${patch}${preRelease}${build}`;
      });
    fc.assert(
      fc.property(version, version, (left, right) => {
        expect(Math.sign(compareVersions(versionOf(left), versionOf(right)))).toBe(
          semver.compare(left, right),
        );
        const isSame = formatVersion(versionOf(left)) === formatVersion(versionOf(right));
        expect(isSame).toBe(semver.compare(left, right) === 0);
      }),
      { numRuns: 3_000 },
    );
  });

  it('orders pre-releases as SemVer 2.0.0 does', () => {
    const ascending = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
    ];
    for (const [index, lower] of ascending.slice(0, -1).entries()) {
      const [left, right] = [versionOf(lower), versionOf(ascending[index + 1] ?? '')];
      expect(compareVersions(left, right)).toBeLessThan(0);
      expect(compareVersions(right, left)).toBeGreaterThan(0);
    }
  });
});

function versionOf(text: string): Version {
  const version = parseVersion(text);
  if (version === undefined) throw new Error(`${text} is no version`);
  return version;
}

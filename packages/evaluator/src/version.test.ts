import { describe, expect, it } from '@jest/globals';

import { compareVersions, parseVersion } from './version.ts';
import type { Version } from './version.ts';

describe('versions', () => {
  it.each([
    ['1', '1.0.0'],
    ['1.2', '1.2.0'],
    ['1.2.3+build.7', '1.2.3'],
    ['1.2.3-rc.1+build.7', '1.2.3-rc.1'],
    ['0.0.0', '0.0.0'],
  ])('%s reads as %s', (text, full) => {
    expect(parseVersion(text)?.version).toBe(full);
  });

  it.each([
    '',
    '1.2-beta.1',
    '2026-11-21',
    'v1.2.3',
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
    '9'.repeat(300),
  ])('refuses %j', (text) => {
    expect(parseVersion(text)).toBeUndefined();
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
    for (const [place, lower] of ascending.slice(0, -1).entries()) {
      const [left, right] = [versionOf(lower), versionOf(ascending[place + 1] ?? '')];
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

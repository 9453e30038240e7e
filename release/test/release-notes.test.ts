import { expect, it } from '@jest/globals';
import { readReleaseNotes } from '../src/release-notes.ts';

const names = {
  npm: { scope: '@bunting', server: 'bunting' },
  images: 'registry.example/bunting',
  charts: 'oci://registry.example/charts',
  repository: 'https://git.example/acme/bunting',
  documentation: 'https://docs.example',
};
const changelog = `# Changelog

## Unreleased

- Later.

## [1.1.0-rc.1] - 2026-11-28

### Added

- A thing ([limits](docs/security.md#bounds), [elsewhere](https://other.example), [below](#added)).

## 1.1.0

- Final.
`;

it('the notes are the section of the version, with links to the files of the release', () => {
  expect(readReleaseNotes(changelog, '1.1.0-rc.1', names)).toBe(
    '### Added\n\n- A thing ([limits](https://git.example/acme/bunting/blob/v1.1.0-rc.1/docs/security.md#bounds), ' +
      '[elsewhere](https://other.example), [below](#added)).\n',
  );
});

it('a version is not taken for another one that begins like it', () => {
  expect(readReleaseNotes(changelog, '1.1.0', names)).toBe('- Final.\n');
  expect(() => readReleaseNotes(changelog, '1.1', names)).toThrow('has no section "## 1.1"');
});

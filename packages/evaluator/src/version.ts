import semver from 'semver';

/** Opaque to everything but `compareVersions`. */
export type Version = semver.SemVer;

const pattern = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/**
 * SemVer 2.0.0, except that missing parts read as zero: `1` and `1.2` are `1.0.0` and `1.2.0`, `2-beta` is
 * `2.0.0-beta`. Strict otherwise: no leading `v`, no blanks, no leading zeros.
 */
export function parseVersion(text: string): Version | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, major, minor = '0', patch = '0', preRelease = '', build = ''] = match;
  return semver.parse(`${major}.${minor}.${patch}${preRelease}${build}`) ?? undefined;
}

/** Negative, zero or positive; build metadata does not count. */
export function compareVersions(left: Version, right: Version): number {
  return semver.compare(left, right);
}

import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import type { SemVer } from 'semver';

/** Opaque to everything but `compareVersions`. */
export type Version = SemVer;

/** One, two or three numbers; what may follow the third is for the library to read. */
const pattern = /^\d+(?:\.\d+)?$|^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/**
 * SemVer 2.0.0, except that missing numbers read as zero: `1` and `1.2` are `1.0.0` and `1.2.0`. Strict
 * otherwise: no leading `v`, no blanks, no leading zeros, no pre-release without all three numbers.
 */
export function parseVersion(text: string): Version | undefined {
  if (!pattern.test(text)) return undefined;
  const dots = text.split('.').length - 1;
  return parse(dots === 0 ? `${text}.0.0` : dots === 1 ? `${text}.0` : text) ?? undefined;
}

/** Negative, zero or positive; build metadata does not count. */
export function compareVersions(left: Version, right: Version): number {
  return compare(left, right);
}

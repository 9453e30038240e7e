/** Why a file is not scanned, in the order of the summary. */
export const skipReasons = [
  'ignored',
  'vendored',
  'minified',
  'binary',
  'large',
  'symlink',
  'submodule',
  'lfs',
  'odd-name',
  'missing',
  'unreadable',
  'slow',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const maxFileBytes = 1024 * 1024;

const vendored =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|vendor|vendors|third[_-]party|external_libs|Pods|Carthage|Godeps|site-packages|\.?venv|\.yarn|\.bundle|__pypackages__|\.terraform)\//;
const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock|composer\.lock|Gemfile\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|pubspec\.lock|Podfile\.lock|Package\.resolved|packages\.lock\.json|go\.sum|flake\.lock|\.pnp\.c?js)$/;
const minified = /[.-]min\.(?:js|mjs|cjs|css|html)$|\.(?:bundle|chunk)\.js$|\.(?:js|mjs|cjs|css|ts)\.map$/;

/** Returns the reason to skip a file by its path: third-party code, or the output of a tool. */
export function reasonInName(path: string): SkipReason | undefined {
  if (vendored.test(path) || generated.test(path)) return 'vendored';
  if (minified.test(path)) return 'minified';
  return undefined;
}

const lfsPointer = Buffer.from('version https://git-lfs.github.com/spec/');
const maxMiddleLine = 5_000;

/** Returns the reason to skip a file by its content. */
export function reasonInContent(bytes: Buffer): SkipReason | undefined {
  // Git calls a file binary, too, if there is a NUL among its first 8,000 bytes. This comes before the size, because `--check`
  // counts a large file as not looked through, and a binary has no keys.
  const nul = bytes.indexOf(0);
  if (nul >= 0 && nul < 8_000 && detectUtf16(bytes) === undefined) return 'binary';
  if (bytes.length > maxFileBytes) return 'large';
  if (bytes.length < 1_024 && bytes.subarray(0, lfsPointer.length).equals(lfsPointer)) return 'lfs';
  // Short lines of a banner can stand at the top of a minified file, so this looks at the line in the middle.
  if (bytes.length > maxMiddleLine) {
    const middle = bytes.length >> 1;
    const next = bytes.indexOf(10, middle);
    const end = next < 0 ? bytes.length : next;
    if (end - bytes.lastIndexOf(10, middle - 1) > maxMiddleLine) return 'minified';
  }
  return undefined;
}

/** Returns the encoding of a byte-order mark; undefined for UTF-8. */
export function detectUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

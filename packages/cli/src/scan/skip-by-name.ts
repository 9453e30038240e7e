import type { SkipReason } from './read-tree-file.ts';

const vendored =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|vendor|vendors|third[_-]party|external_libs|Pods|Carthage|Godeps|site-packages|\.?venv|\.yarn|\.bundle|__pypackages__|\.terraform)\//;
const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock|composer\.lock|Gemfile\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|pubspec\.lock|Podfile\.lock|Package\.resolved|packages\.lock\.json|go\.sum|flake\.lock|\.pnp\.c?js)$/;
const minified = /[.-]min\.(?:js|mjs|cjs|css|html)$|\.(?:bundle|chunk)\.js$|\.(?:js|mjs|cjs|css|ts)\.map$/;

/** What the path alone says against being scanned: other people's code, and what tools wrote. */
export function reasonInName(path: string): SkipReason | undefined {
  if (vendored.test(path) || generated.test(path)) return 'vendored';
  if (minified.test(path)) return 'minified';
  return undefined;
}

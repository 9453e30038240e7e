import type { Names } from '../names.ts';

/** A package.json. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
  readonly [member: string]: unknown;
}

/** The origin of a published package. */
export interface Origin {
  /** The folder of the package in the repository. */
  readonly folder: string;
  readonly version: string;
  readonly names: Names;
}

/** Members that only the workspace reads. */
const members = new Set(['private', 'scripts', 'devDependencies', 'bunting']);

/**
 * Returns the manifest without what only the workspace reads, and with the addresses of the owner. Packages of a release require each other in
 * its version or a newer one.
 */
export function toPublishedManifest(manifest: Manifest, origin: Origin): Record<string, unknown> {
  const { exports, peerDependencies, ...others } = manifest;
  const published = Object.fromEntries(Object.entries(others).filter(([name]) => !members.has(name)));
  const peers = Object.entries(peerDependencies ?? {}).map(([name, range]) => [
    name,
    name.startsWith(`${origin.names.npm.scope}/`) ? `>=${origin.version}` : range,
  ]);
  return {
    ...published,
    ...(exports !== undefined && { exports: withoutSources(exports) }),
    ...(peers.length > 0 && { peerDependencies: Object.fromEntries(peers) as unknown }),
    ...ownerMembers(origin),
  };
}

/** Returns the members that name the owner. npm compares `repository` with the origin that a provenance attests. */
export function ownerMembers({ folder, names }: Origin): Record<string, unknown> {
  return {
    homepage: names.documentation,
    repository: { type: 'git', url: `git+${names.repository}.git`, directory: folder },
    bugs: `${names.repository}/issues`,
    publishConfig: { access: 'public' },
  };
}

/** Removes the condition with which the workspace imports sources: they are not published. */
function withoutSources(exports: unknown): unknown {
  if (typeof exports !== 'object' || exports === null) return exports;
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([condition]) => condition !== 'bunting-source')
      .map(([condition, target]) => [condition, withoutSources(target)]),
  );
}

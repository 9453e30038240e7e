import { readOptions, type AppliedOptions } from '../options/read-options.ts';
import type { LocalClientOptions } from './public-client.ts';

/** Returns the options with their defaults. Throws a TypeError that lists all wrong options. */
export function readLocalOptions(options: LocalClientOptions): AppliedOptions {
  const { file, remote, stream } = options;
  const isList = Array.isArray(remote) && remote.every((key) => typeof key === 'string');
  return readOptions(options, [
    ...(file === undefined || (typeof file === 'string' && file !== '') ? [] : ['"file" must be a path.']),
    ...(remote === undefined || isList ? [] : ['"remote" must be a list of keys.']),
    ...(stream === undefined || typeof stream === 'boolean' ? [] : ['"stream" must be true or false.']),
  ]);
}

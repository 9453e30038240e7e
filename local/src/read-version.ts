import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findInstallationRoot } from '@bunting/embedded-servers';

/** Returns the version of this installation. */
export function readVersion(): string {
  const manifest = readFileSync(join(findInstallationRoot(), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

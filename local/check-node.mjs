// Says that this Node.js is too old before anything runs that an older one can't read.
import { readFileSync } from 'node:fs';
import { Failure } from './progress.mjs';

/** Throws when this Node.js is older than package.json asks for. */
export function checkNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const wanted = engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Failure(`Bunting requires Node.js ${wanted} or newer, but this is ${process.version}.`);
}

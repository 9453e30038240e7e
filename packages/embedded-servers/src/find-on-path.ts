import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of a program, or undefined if it is neither on the PATH nor among Debian's servers. */
export function findOnPath(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

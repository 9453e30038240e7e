import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program; undefined = it is not on the PATH, nor among the servers of Debian. */
export function findOnPath(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

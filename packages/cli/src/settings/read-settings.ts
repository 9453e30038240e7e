import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure, exitCodes } from '../command/failure.ts';
import { checkSettings } from './check-settings.ts';
import { defaultSettings, type Settings } from './settings.ts';

const settingsFile = 'bunting.yaml';

/** Reads bunting.yaml at the top of the repository, or the file that --config names. Throws a Failure that lists every problem in it. */
export async function readSettings(
  root: string,
  named: string | undefined,
  folder: string,
): Promise<Settings> {
  const path = named === undefined ? join(root, settingsFile) : resolve(folder, named);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (named === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return defaultSettings;
    throw new Failure(exitCodes.usage, `${path} cannot be read: ${(error as Error).message}`);
  }
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const name = named ?? settingsFile;
  if (document.errors.length > 0)
    throw new Failure(
      exitCodes.usage,
      document.errors.map((error) => `${name}: ${error.message}`).join('\n'),
    );
  const { settings, problems } = await checkSettings(document.toJS({ maxAliasCount: 100 }));
  if (problems.length === 0) return settings;
  const lines = problems.map(
    ({ path, message }) => `${name}: ${path === '' ? 'the document' : path} ${message}.`,
  );
  throw new Failure(exitCodes.usage, lines.join('\n'));
}

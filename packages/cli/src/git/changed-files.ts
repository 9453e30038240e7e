import { Failure, exitCodes } from '../command/failure.ts';
import type { Git } from './git.ts';

/**
 * Lists the tracked files whose content differs from the index or, if it is given, from a commit. git compares a file by its content where
 * its time differs, and would run the filters of .gitattributes on it, so these are switched off.
 */
export function listChangedFiles(git: Git, commit?: string): string[] {
  const output = git
    .withSettings(filtersOff(git))
    .run(
      'diff',
      '--name-only',
      '-z',
      '-O/dev/null',
      '--no-ext-diff',
      '--no-textconv',
      '--no-renames',
      '--no-relative',
      '--no-color',
      '--ignore-submodules=all',
      ...(commit === undefined ? [] : [commit]),
      '--',
    );
  return output.toString('utf8').split('\0').filter(Boolean);
}

const ofFilter = /^filter\.(.*)\.(?:clean|smudge|process|required)$/s;

function filtersOff(git: Git): (readonly [string, string])[] {
  const names = git.run('config', '--list', '--name-only', '-z').toString('utf8').split('\0');
  const filters = new Set(names.flatMap((name) => ofFilter.exec(name)?.[1] ?? []));
  return [...filters].flatMap((filter) => {
    // `-c` ends a name at the first equals sign, so a filter of such a name could not be switched off.
    if (filter.includes('='))
      throw new Failure(
        exitCodes.usage,
        `git's configuration has a filter "${filter}": filter names with "=" are not supported.`,
      );
    return [
      [`filter.${filter}.clean`, ''],
      [`filter.${filter}.process`, ''],
      [`filter.${filter}.required`, 'false'],
    ] as const;
  });
}

import { parseArgs } from 'node:util';
import { Failure, getErrorMessage } from '@bunting/embedded-servers';
import { valid } from 'semver';

export interface ReleaseArguments {
  readonly version: string;
  /** Builds everything and keeps nothing. */
  readonly isDryRun: boolean;
  /** The artefacts to build; empty = all. */
  readonly only: readonly string[];
}

const usage = 'npm run release -- VERSION [--dry-run] [--only NAME]';

export function readArguments(args: readonly string[], artefacts: readonly string[]): ReleaseArguments {
  const { values, positionals } = parse(args);
  const [version, ...others] = positionals;
  if (version === undefined) throw new Failure(`Which version? Run ${usage}.`);
  if (others.length > 0) throw new Failure(`"${others[0]}" is one argument too many: run ${usage}.`);
  // Without build metadata (+x), which npm drops and image tags can't contain.
  if (valid(version) !== version)
    throw new Failure(`"${version}" isn't a version of SemVer such as 1.2.3 or 1.2.3-rc.1.`);
  const unknown = values.only.find((name) => !artefacts.includes(name));
  if (unknown !== undefined)
    throw new Failure(`There is no artefact "${unknown}": choose from ${artefacts.join(', ')}.`);
  return { version, isDryRun: values['dry-run'], only: values.only };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
      },
    });
  } catch (error) {
    // Node.js appends how to write a positional argument with a dash.
    const [reason] = getErrorMessage(error).split('. ');
    throw new Failure(`${reason}: run ${usage}.`);
  }
}

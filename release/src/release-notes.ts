import { Failure } from '@bunting/embedded-servers';
import type { Names } from './names.ts';
import { makeLinksAbsolute } from './make-links-absolute.ts';

/**
 * Returns the section of the version in the CHANGELOG, without its heading. Its links lead to the files of the release, because the notes are
 * read elsewhere. Throws a Failure if there is no section, or an empty one.
 */
export function readReleaseNotes(changelog: string, version: string, names: Names): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => {
    const [title] = text.split('\n', 1);
    return [version, `[${version}]`].includes(title!.split(' ', 1)[0]!);
  });
  if (section === undefined)
    throw new Failure(
      `CHANGELOG.md has no section "## ${version}": rename Unreleased to "## ${version} – DATE".`,
    );
  const notes = section.slice(section.indexOf('\n')).trim();
  if (!section.includes('\n') || notes === '')
    throw new Failure(`The section "## ${version}" of CHANGELOG.md is empty: say what changed.`);
  return `${makeLinksAbsolute(notes, { folder: '.', version, names })}\n`;
}

import { createDuplicateCheck } from '../checks/duplicate-check.ts';
import { memberPath, type Problem } from '../checks/problem.ts';
import { type IsWellShaped, wellShapedEntries } from '../checks/well-shaped.ts';
import { storedSlug } from '../schemas/slug.ts';
import { storedOwner } from './feature-metadata.ts';
import type { MetadataInput } from './metadata-schema.ts';

/** Yields what is wrong with the metadata of a feature, besides its shape. Skips parts whose shape is wrong. */
export function* checkMetadata(
  { tags, owners, links, expected_until, snoozed_until }: MetadataInput,
  path: string,
  isWellShaped: IsWellShaped = () => true,
): Generator<Problem> {
  yield* distinct(tags, storedSlug, memberPath(path, 'tags'), isWellShaped);
  yield* distinct(owners, storedOwner, memberPath(path, 'owners'), isWellShaped);
  const urls = createDuplicateCheck();
  for (const { value, path: linkPath } of wellShapedEntries(links, memberPath(path, 'links'), isWellShaped)) {
    const urlPath = memberPath(linkPath, 'url');
    if (isAddress(value.url)) yield* urls.enter(value.url, urlPath);
    else yield { path: urlPath, message: 'must be a URL without a user name or password' };
  }
  for (const [name, day] of Object.entries({ expected_until, snoozed_until })) {
    const dayPath = memberPath(path, name);
    if (typeof day === 'string' && isWellShaped(dayPath) && !isDay(day)) {
      yield { path: dayPath, message: 'must be a valid date' };
    }
  }
}

function* distinct(
  list: readonly string[] | undefined,
  toStored: (entry: string) => string,
  path: string,
  isWellShaped: IsWellShaped,
): Generator<Problem> {
  const known = createDuplicateCheck();
  for (const { value, path: entryPath } of wellShapedEntries(list, path, isWellShaped)) {
    yield* known.enter(toStored(value), entryPath);
  }
}

/**
 * Returns whether a URL is an address without text before an @, which would hide where the link leads to:
 * `https://bunting.example@evil.example/`.
 */
function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

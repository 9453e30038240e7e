import { expect, it } from '@jest/globals';
import { matchesEtag } from './matches-etag.ts';

const etag = '"982d9e3eb996f559e633f4d194def376"';

it.each([
  ['the tag', etag],
  ['its weak form', `W/${etag}`],
  ['a list with it', `"a", W/"b" ,${etag},"c"`],
  ['*', '*'],
])('an entity tag is matched by %s', (_what, given) => {
  expect(matchesEtag(given, etag)).toBe(true);
});

it.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['another tag', '"a"'],
  ['the tag without its quotes', etag.slice(1, -1)],
  ['a tag that contains it', `"x${etag.slice(1)}`],
])('an entity tag is not matched by %s', (_what, given) => {
  expect(matchesEtag(given, etag)).toBe(false);
});

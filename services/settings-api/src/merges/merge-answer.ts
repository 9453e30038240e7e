import { diff, type Difference, type Conflict, type Merged, type Resolutions } from '@bunting/history';
import type { RecordedChange } from '@bunting/changes';
import { Type } from '@bunting/definitions/type';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { TSchema } from 'typebox';
import { type SentConflict, toSentConflict } from '../framework/conflicts.ts';
import { differenceSchema } from '../framework/differences.ts';
import { settingsErrors } from '../framework/errors.ts';
import { createEtag } from '../framework/http/etag.ts';
import { maxPageBytes } from '../framework/http/page.ts';
import { stringEnum } from '../framework/schemas.ts';

const maxConflicts = 1_000;

/** Returns the schema of a merge's body: the common ancestor, the desired state, and the sides chosen for conflicts of an earlier response. */
export const mergeBody = <Schema extends TSchema>(state: Schema) =>
  Type.Object(
    {
      base: state,
      wanted: state,
      take: Type.Optional(
        Type.Unsafe<Readonly<Record<string, 'now' | 'wanted'>>>({
          type: 'object',
          maxProperties: maxConflicts,
          additionalProperties: stringEnum(['now', 'wanted']),
          description:
            "by the path of a conflict: which side's part to take; if both added parts at the same position, whose come first",
        }),
      ),
    },
    { additionalProperties: false },
  );

const anything = (description: string) => Type.Unsafe<JsonValue>({ description });

export const mergeAnswer = (state: TSchema) =>
  Type.Object({
    merged: Type.Unsafe<unknown>({
      ...state,
      description: 'the merged state; with conflicts, the current one',
    }),
    changes: Type.Array(differenceSchema, {
      description: 'what writing it would change, up to 1 MiB',
    }),
    conflicts: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          message: Type.String(),
          base: anything('the part in the common ancestor; null = none'),
          now: anything('the current part'),
          wanted: anything('the part in `wanted`'),
        },
        { title: 'MergeConflict' },
      ),
      {
        maxItems: maxConflicts,
        description:
          'parts that both changed differently, up to 1 MiB: the others follow once these are decided',
      },
    ),
  });

export const mergeDescription =
  'Merges part by part: a part that one side changed is taken; a part that both changed differently is a conflict. `base` is the common ancestor, `wanted` is your version. The ETag is that of the current state. Writes nothing. More than 1,000 conflicts, including those that `take` decides, return 409 `too_many_conflicts`.';

/** Returns the sides that were chosen for conflicts of one part, by their paths in it: the inverse of `joinPath`. */
export function getResolutions(
  take: Readonly<Record<string, 'now' | 'wanted'>> = {},
  prefix = '',
): Resolutions {
  const chosen = Object.entries(take).flatMap(([path, wire]): [string, 'theirs' | 'ours'][] => {
    const side = wire === 'now' ? 'theirs' : 'ours';
    if (path === joinPath(prefix, '')) return [['', side]];
    return path.startsWith(prefix) ? [[path.slice(prefix.length), side]] : [];
  });
  return new Map(chosen);
}

/** Returns the conflicts of a part, with its name before their paths. */
export function prefixConflicts(prefix: string, conflicts: readonly Conflict[]): Conflict[] {
  return conflicts.map((conflict) => ({ ...conflict, path: joinPath(prefix, conflict.path) }));
}

function joinPath(prefix: string, path: string): string {
  return path === '' ? prefix.replace(/\.$/, '') : `${prefix}${path}`;
}

/**
 * Returns the response to a merge. `changes` are the differences that writing it would make; unchanged parts keep theirs. Throws 409 if there
 * are more conflicts than `take` can decide: if some were left out silently, they could never be decided.
 */
export function answerMerge<State>(
  stored: object,
  { merged, conflicts }: Merged<State>,
  take: Readonly<Record<string, 'now' | 'wanted'>> | undefined,
  changes: readonly Pick<RecordedChange, 'action' | 'subject' | 'before' | 'after'>[],
) {
  const decided = conflicts.length === 0 ? 0 : Object.keys(take ?? {}).length;
  if (conflicts.length + decided > maxConflicts) {
    throw settingsErrors.tooManyConflicts(conflicts, { decided, most: maxConflicts });
  }
  const different = changes.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  return {
    body: {
      merged,
      changes: firstThatFit(diff(different)),
      conflicts: firstThatFit(conflicts.map(toSentConflict)),
    },
    headers: { ETag: createEtag(stored) },
  };
}

/** Returns as many entries as fit a page, but at least one: otherwise a response with conflicts would look like one without. */
function firstThatFit<Entry extends Difference | SentConflict>(entries: readonly Entry[]): Entry[] {
  let bytes = 0;
  const tooMany = entries.findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return bytes > maxPageBytes && index > 0;
  });
  return tooMany === -1 ? [...entries] : entries.slice(0, tooMany);
}

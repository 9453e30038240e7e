/** Errors of conditions by path. Pure. */
import { getErrorDetails } from '../../api/api-error.ts';
import type { Condition } from '../../api/types.ts';
import { isWithoutValue } from './model.ts';

export interface Said {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
}

/** Returns the errors under a path, with relative paths: `any_of[0].all_of[1]` becomes `[0].all_of[1]` under `any_of`. */
export function below(said: readonly Said[], part: string): Said[] {
  return said
    .filter(({ path }) => path.startsWith(part) && /^($|[.[])/.test(path.slice(part.length)))
    .map(({ path, ...rest }) => ({ ...rest, path: path.slice(part.length).replace(/^\./, '') }));
}

/** Properties of the field for one or more paths. A field with errors is marked invalid and described by them. */
export type Mark = (...parts: readonly string[]) => {
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
};

/** Returns the id of an error's paragraph. */
export const saidId = (id: string, index: number): string => `${id}-said-${index}`;

export const marker =
  (said: readonly Said[], id: string): Mark =>
  (...parts) => {
    const ids = said.flatMap(({ path }, index) =>
      parts.some((part) => isOf(path, part)) ? [saidId(id, index)] : [],
    );
    return ids.length === 0 ? {} : { 'aria-invalid': true, 'aria-describedby': ids.join(' ') };
  };

/** Returns whether an error belongs to a field. A list's field also has the errors of its entries. */
const isOf = (path: string, part: string) =>
  path === part || (path.startsWith(part) && /^\[\d+\]$/.test(path.slice(part.length)));

const condition = String.raw`any_of\[\d+\]\.all_of\[\d+\]\.(?:property|custom_key|operator|values(?:\[\d+\])?)`;
const ofCondition = new RegExp(`^${condition}$`);
const ofRule = new RegExp(
  String.raw`^targeting\.rules\[\d+\]\.(?:name|${condition}|serve(?:\.variation|\.split(?:\[\d+\](?:\.\w+)?)?|\.bucket_by(?:\[\d+\])?)?|rollout\.(?:percentage|stages\[\d+\]\.\w+)|schedule\.(?:from|to))$`,
);

/** Returns whether a field of a segment, rule or default shows the errors of a path. The save bar lists all others. */
export const hasField = (path: string): boolean =>
  path === 'name' || ofCondition.test(path) || ofRule.test(path) || /^defaults[.[]/.test(path);

/** Returns whether an error only means that a new condition has no values or name yet, which is shown when the user saves. */
export const isOfNoValue = ({ path, code }: Said): boolean =>
  path.endsWith('.values') || (path.endsWith('.custom_key') && code === 'empty');

/** Puts the value in front of errors such as those of `values[2]`. Uses the text of the hint if there is no value. */
export function valuesInWords(condition: Condition, { path, message }: Said): Said {
  if (path === 'values' && isWithoutValue(condition)) return { path, message: noValue };
  const at = /^values\[(\d+)\]$/.exec(path)?.[1];
  return { path, message: at === undefined ? message : `${condition.values?.[Number(at)] ?? ''} ${message}` };
}

export const noValue = 'A condition has no value yet.';

const pathsOf = (error: unknown): string[] => getErrorDetails(error).map(({ path }) => path);

/** Returns the paths of an error that fields show. */
export const fieldsOf = (refused: unknown): string[] => pathsOf(refused).filter(hasField);

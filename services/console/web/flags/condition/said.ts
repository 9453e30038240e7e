/** What the server says of conditions, by path. Pure. */
import { getErrorDetails } from '../../api/api-error.ts';
import type { Condition } from '../../api/types.ts';
import { isWithoutValue } from './model.ts';

export interface Said {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
}

/** What is said of a part, with paths that begin there: of `any_of[0].all_of[1]` below `any_of` is `[0].all_of[1]`. */
export function below(said: readonly Said[], part: string): Said[] {
  return said
    .filter(({ path }) => path.startsWith(part) && /^($|[.[])/.test(path.slice(part.length)))
    .map(({ path, ...rest }) => ({ ...rest, path: path.slice(part.length).replace(/^\./, '') }));
}

/** Properties of the field that has a part, or several: where something is said of one it is marked, and read with what is said. */
export type Mark = (...parts: readonly string[]) => {
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
};

/** Each thing that is said stands in a paragraph with this id. */
export const saidId = (id: string, index: number): string => `${id}-said-${index}`;

export const marker =
  (said: readonly Said[], id: string): Mark =>
  (...parts) => {
    const ids = said.flatMap(({ path }, index) =>
      parts.some((part) => isOf(path, part)) ? [saidId(id, index)] : [],
    );
    return ids.length === 0 ? {} : { 'aria-invalid': true, 'aria-describedby': ids.join(' ') };
  };

/** An entry of a list is said by the field of the list. */
const isOf = (path: string, part: string) =>
  path === part || (path.startsWith(part) && /^\[\d+\]$/.test(path.slice(part.length)));

const condition = String.raw`any_of\[\d+\]\.all_of\[\d+\]\.(?:property|custom_key|operator|values(?:\[\d+\])?)`;
const ofCondition = new RegExp(`^${condition}$`);
const ofRule = new RegExp(
  String.raw`^targeting\.rules\[\d+\]\.(?:name|${condition}|serve(?:\.variation|\.split(?:\[\d+\](?:\.\w+)?)?|\.bucket_by(?:\[\d+\])?)?|rollout\.(?:percentage|stages\[\d+\]\.\w+)|schedule\.(?:from|to))$`,
);

/** Whether a field of a segment, of a rule or of a default is marked with what is said of the path. The rest is listed where one saves. */
export const hasField = (path: string): boolean =>
  path === 'name' || ofCondition.test(path) || ofRule.test(path) || /^defaults[.[]/.test(path);

/** A condition that was just added has no values yet, nor a custom attribute a name, which is no mistake until somebody saves. */
export const isOfNoValue = ({ path, code }: Said): boolean =>
  path.endsWith('.values') || (path.endsWith('.custom_key') && code === 'empty');

/** Of a path such as `values[2]` the value stands before what is said of it; that there is none is said as the hint says it. */
export function valuesInWords(condition: Condition, { path, message }: Said): Said {
  if (path === 'values' && isWithoutValue(condition)) return { path, message: noValue };
  const at = /^values\[(\d+)\]$/.exec(path)?.[1];
  return { path, message: at === undefined ? message : `${condition.values?.[Number(at)] ?? ''} ${message}` };
}

export const noValue = 'A condition has no value yet.';

const pathsOf = (error: unknown): string[] => getErrorDetails(error).map(({ path }) => path);

/** The paths of a refusal that fields are marked with. */
export const fieldsOf = (refused: unknown): string[] => pathsOf(refused).filter(hasField);

/** Errors of conditions by path. Pure. */
import { getErrorDetails } from '../../api/api-error.ts';
import type { Condition } from '../../api/types.ts';
import { isWithoutValue } from './model.ts';

export interface FieldError {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
}

/** Returns the errors under a path, with relative paths: `any_of[0].all_of[1]` becomes `[0].all_of[1]` under `any_of`. */
export function errorsUnder(errors: readonly FieldError[], part: string): FieldError[] {
  return errors
    .filter(({ path }) => path.startsWith(part) && /^($|[.[])/.test(path.slice(part.length)))
    .map(({ path, ...rest }) => ({ ...rest, path: path.slice(part.length).replace(/^\./, '') }));
}

/** Properties of the field for one or more paths. A field with errors is marked invalid and described by them. */
export type FieldProps = (...parts: readonly string[]) => {
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
};

/** Returns the id of an error's paragraph. */
export const getErrorId = (id: string, index: number): string => `${id}-error-${index}`;

export const createFieldProps =
  (errors: readonly FieldError[], id: string): FieldProps =>
  (...parts) => {
    const ids = errors.flatMap(({ path }, index) =>
      parts.some((part) => belongsTo(path, part)) ? [getErrorId(id, index)] : [],
    );
    return ids.length === 0 ? {} : { 'aria-invalid': true, 'aria-describedby': ids.join(' ') };
  };

/** Returns whether an error belongs to a field. A list's field also has the errors of its entries. */
const belongsTo = (path: string, part: string) =>
  path === part || (path.startsWith(part) && /^\[\d+\]$/.test(path.slice(part.length)));

const condition = String.raw`any_of\[\d+\]\.all_of\[\d+\]\.(?:property|custom_key|operator|values(?:\[\d+\])?)`;
const ofCondition = new RegExp(`^${condition}$`);
const ofRule = new RegExp(
  String.raw`^targeting\.rules\[\d+\]\.(?:name|${condition}|serve(?:\.variation|\.split(?:\[\d+\](?:\.\w+)?)?|\.bucket_by(?:\[\d+\])?)?|rollout\.(?:percentage|stages\[\d+\]\.\w+)|schedule\.(?:from|to))$`,
);

const ofPrerequisite = /^targeting\.prerequisites(?:\[\d+\](?:\.variable|\.variations(?:\[\d+\])?)?)?$/;

/** Returns whether a field of a segment, prerequisite, rule or default shows the errors of a path. The save bar lists all others. */
export const hasField = (path: string): boolean =>
  path === 'name' ||
  ofCondition.test(path) ||
  ofRule.test(path) ||
  ofPrerequisite.test(path) ||
  /^defaults[.[]/.test(path);

/** Returns whether an error only means that a new condition has no values or name yet, which is shown when the user saves. */
export const isMissingValue = ({ path, code }: FieldError): boolean =>
  path.endsWith('.values') || (path.endsWith('.custom_key') && code === 'empty');

/** Puts the value in front of errors such as those of `values[2]`. Uses the text of the hint if there is no value. */
export function addValue(condition: Condition, { path, message }: FieldError): FieldError {
  if (path === 'values' && isWithoutValue(condition)) return { path, message: noValue };
  const at = /^values\[(\d+)\]$/.exec(path)?.[1];
  return { path, message: at === undefined ? message : `${condition.values?.[Number(at)] ?? ''} ${message}` };
}

export const noValue = 'A condition has no value yet.';

const getPaths = (error: unknown): string[] => getErrorDetails(error).map(({ path }) => path);

/** Returns the paths of an error that fields show. */
export const getFieldPaths = (error: unknown): string[] => getPaths(error).filter(hasField);

import type { InternPool } from '@bunting/evaluator';
import { memberPath } from '../checks/problem.ts';
import type { Check, SchemaNode } from './run.ts';

/** A pattern in RE2 syntax that is compiled. */
export type Pattern = NonNullable<ReturnType<InternPool['patternOf']>>;

/** The compiler, as keywords of a schema use it. */
export interface Compiler {
  /** Compiles a schema below the one at `position`. */
  schema(value: unknown, position: Position): SchemaNode;
  /** Returns the schema that a `$ref` of `from` names, once all are compiled. */
  reference(reference: string, position: Position, from: SchemaNode): { readonly node: SchemaNode };
  /** Compiles a pattern; undefined = it is no pattern, or too large; that is a problem. */
  pattern(source: string, position: Position, options?: { readonly isKnown?: boolean }): Pattern | undefined;
  /** Reports what is wrong with the schema. */
  problem(position: Position, message: string): void;
}

/** The position of a part of the schema: for people, and as a JSON pointer. */
export interface Position {
  readonly path: string;
  readonly pointer: string;
}

/** Returns the position of a member or an entry. */
export function inside({ path, pointer }: Position, name: string | number): Position {
  const part = `${name}`.replaceAll('~', '~0').replaceAll('/', '~1');
  return {
    path: typeof name === 'number' ? `${path}[${name}]` : memberPath(path, name),
    pointer: `${pointer}/${part}`,
  };
}

/** A keyword of one schema. */
export interface Occurrence {
  readonly value: unknown;
  readonly position: Position;
  /** The position of the surrounding schema. */
  readonly parent: Position;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly node: SchemaNode;
}

/** Compiles a keyword. Undefined = it checks nothing, or something is wrong with it. */
export type Keyword = (occurrence: Occurrence, compiler: Compiler) => Check | undefined;

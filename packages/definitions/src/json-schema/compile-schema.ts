import { createInternPool, limits, patternProblem } from '@bunting/evaluator';
import type { Problem } from '../checks/problem.ts';
import { isObject } from '../checks/well-shaped.ts';
import { type Compiler, inside, type Keyword, type Pattern, type Position } from './keyword.ts';
import { applicators } from './applicators.ts';
import { keywordsOfLists } from './keywords-of-lists.ts';
import { keywordsOfObjects } from './keywords-of-objects.ts';
import { keywordsOfValues } from './keywords-of-values.ts';
import { fail, isValid, type SchemaNode, type Work } from './run.ts';

/** Bytes of a schema as JSON. */
export const maxSchemaBytes = 16_384;
/** Levels of a schema: objects and lists, each inside the one before. */
export const maxSchemaLevels = 32;
/** Instructions of all patterns of a schema together: compiling one takes some microseconds. */
const mostInstructions = limits.patternProgram;
/** Problems that are reported of a schema. */
const mostProblems = 20;

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const dialects: ReadonlySet<unknown> = new Set([dialect, `${dialect}#`]);

/** A compiled JSON Schema: the subset of 2020-12 that configuration needs (ADR 58). */
export interface CompiledSchema {
  /**
   * Returns the first problems of a value at `path`; none = it is valid. Takes steps from `work`, and throws `TooMuchWork` when none are
   * left, so no schema and no value can take longer, whatever they are.
   */
  problems(value: unknown, path: string, work: Work): Problem[];
}

/** The compiled schema, or what is wrong with it. */
export type SchemaResult = { readonly schema: CompiledSchema } | { readonly problems: readonly Problem[] };

/** Compiles a schema. `path` = where it stands, for its problems. Never throws. */
export function compileSchema(schema: unknown, path: string): SchemaResult {
  const text = JSON.stringify(schema);
  if (Buffer.byteLength(text) > maxSchemaBytes) {
    return {
      problems: [{ path, message: `must have at most ${maxSchemaBytes} bytes as JSON`, code: 'limit' }],
    };
  }
  if (levelsOf(schema) > maxSchemaLevels) {
    return {
      problems: [{ path, message: `must be nested at most ${maxSchemaLevels} levels deep`, code: 'limit' }],
    };
  }
  const compiler = new SchemaCompiler();
  const root = compiler.schema(schema, { path, pointer: '' });
  compiler.resolve();
  if (compiler.problems.length > 0) return { problems: compiler.problems };
  return {
    schema: {
      problems(value, valuePath, work) {
        const run = { work, problems: [] as Problem[], depth: 0 };
        // Looked at twice where it is not valid: without paths the first look is fast, and stops early.
        return isValid(root, value, run, undefined) || isValid(root, value, run, valuePath)
          ? []
          : run.problems;
      },
    },
  };
}

function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((most, each) => Math.max(most, levelsOf(each)), 0);
}

/** Keywords that check nothing: annotations, and those that others read. */
const annotations = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

/** In the order in which they are checked: cheap ones first. */
const keywords: Readonly<Record<string, Keyword>> = {
  ...keywordsOfValues,
  ...keywordsOfLists,
  ...keywordsOfObjects,
  ...applicators,
};
const names = Object.keys(keywords);

/** Shares the classes of characters of all patterns. */
const pool = createInternPool();

class SchemaCompiler implements Compiler {
  readonly problems: Problem[] = [];
  private readonly nodes = new Map<string, SchemaNode>();
  private readonly positions = new Map<SchemaNode, Position>();
  private readonly references: {
    readonly reference: string;
    readonly position: Position;
    readonly from: SchemaNode;
    readonly target: { node: SchemaNode };
  }[] = [];
  private readonly patterns = new Map<string, Pattern>();
  private instructions = 0;

  schema(value: unknown, position: Position): SchemaNode {
    const node: SchemaNode = { checks: [], applied: [] };
    this.nodes.set(position.pointer, node);
    this.positions.set(node, position);
    if (value === false) node.checks.push((_value, run, path) => fail(run, path, 'is not allowed'));
    else if (isObject(value)) this.addKeywords(value, position, node);
    else if (value !== true) this.problem(position, 'must be a schema: an object, true or false');
    return node;
  }

  private addKeywords(schema: Readonly<Record<string, unknown>>, parent: Position, node: SchemaNode): void {
    for (const name of Object.keys(schema)) {
      const position = inside(parent, name);
      const isRoot = parent.pointer === '';
      if (name === '$id' && !isRoot) this.problem(position, 'is only allowed at the top');
      else if (name === '$schema' && (!isRoot || !dialects.has(schema[name]))) {
        this.problem(position, `must be ${dialect}, at the top`);
      } else if (!Object.hasOwn(keywords, name) && !annotations.has(name) && !name.startsWith('x-')) {
        this.problem(position, 'is not a supported keyword');
      }
    }
    for (const name of names) {
      if (!Object.hasOwn(schema, name)) continue;
      const position = inside(parent, name);
      const check = keywords[name]!({ value: schema[name], position, parent, schema, node }, this);
      if (check !== undefined) node.checks.push(check);
    }
  }

  reference(reference: string, position: Position, from: SchemaNode): { readonly node: SchemaNode } {
    const target = { node: from };
    this.references.push({ reference, position, from, target });
    return target;
  }

  pattern(source: string, position: Position, { isKnown = false } = {}): Pattern | undefined {
    const known = this.patterns.get(source);
    if (known !== undefined || isKnown) return known;
    if (this.instructions > mostInstructions) return undefined;
    const problem = patternProblem(source);
    const pattern = problem === undefined ? pool.patternOf([source], false) : undefined;
    if (pattern === undefined) {
      const reason = problem === undefined ? ', of at most 1000 characters' : `: ${problem}`;
      this.problem(position, `must be a pattern in RE2 syntax${reason}`);
      return undefined;
    }
    this.instructions += pattern.size;
    this.patterns.set(source, pattern);
    if (this.instructions > mostInstructions) {
      this.problem(
        position,
        `is too complex: all patterns together may have ${mostInstructions} instructions`,
      );
    }
    return pattern;
  }

  problem({ path }: Position, message: string): void {
    if (this.problems.length < mostProblems) this.problems.push({ path, message });
  }

  /** Finds what references name, and references that lead back to themselves for the same value: checking would never end. */
  resolve(): void {
    for (const { reference, position, from, target } of this.references) {
      const found = this.find(reference.slice(1));
      if (found === undefined) this.problem(position, "doesn't refer to a schema inside this one");
      else {
        target.node = found;
        from.applied.push(found);
      }
    }
    const circle = this.findCircle();
    if (circle !== undefined) this.problem(this.positions.get(circle)!, 'refers to itself endlessly');
  }

  private find(fragment: string): SchemaNode | undefined {
    try {
      return this.nodes.get(decodeURIComponent(fragment));
    } catch {
      return undefined;
    }
  }

  private findCircle(): SchemaNode | undefined {
    const finished = new Set<SchemaNode>();
    for (const start of this.positions.keys()) {
      if (finished.has(start)) continue;
      const open = new Set<SchemaNode>();
      const path: { node: SchemaNode; next: number }[] = [{ node: start, next: 0 }];
      open.add(start);
      for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
        const child = last.node.applied[last.next];
        last.next += 1;
        if (child === undefined) {
          finished.add(last.node);
          open.delete(last.node);
          path.pop();
        } else if (open.has(child)) return child;
        else if (!finished.has(child)) {
          open.add(child);
          path.push({ node: child, next: 0 });
        }
      }
    }
    return undefined;
  }
}

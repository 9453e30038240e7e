import * as ts from 'typescript/unstable/ast';
import { SymbolFlags, type Type } from 'typescript/unstable/sync';
import { Fold, type Examples } from './fold.ts';
import { getKinds, getRowProperties, type Kinds, type RowProperty } from './kinds.ts';
import type { Program } from './program.ts';
import { Unreadable, type Found, type Scope } from './scope.ts';
import { propertyNamed, visit } from './syntax.ts';

/** A statement as the source has it; one for each text that it may have. */
export interface Statement {
  readonly location: string;
  readonly text: string;
  /** The columns of `query<Row>`; undefined: none are declared. */
  readonly row: readonly RowProperty[] | undefined;
  /** True if the result is used. */
  readonly isUsed: boolean;
  /** The kinds of $1, $2, …; undefined if they cannot be determined. */
  readonly parameters: readonly Kinds[] | undefined;
}

export interface Collected {
  readonly statements: readonly Statement[];
  /** Calls of which nobody can see the text. */
  readonly problems: readonly string[];
}

/** Collects every `….query(…)` of the files, and its parameters. */
export function collectStatements(
  program: Program,
  files: readonly ts.SourceFile[],
  examples: Examples,
): Collected {
  const statements = new Map<string, Statement>();
  const problems: string[] = [];
  const fold = new Fold(program, examples);
  const collect = (node: ts.Node): void => {
    if (!isQuery(node)) return;
    const location = program.locationOf(node);
    try {
      fold.inEveryWay((scope) => {
        const read = readCall(node, scope, fold, program);
        if (read === undefined) return;
        const key = JSON.stringify([
          location,
          read.text,
          read.row?.map(({ name }) => name),
          read.parameters === undefined,
        ]);
        statements.set(key, { location, isUsed: isUsed(node), ...read });
      });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push(`${location}: ${error.message}`);
    }
  };
  for (const file of files) visit(file, collect);
  return { statements: [...statements.values()], problems };
}

function isQuery(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'query' &&
    node.arguments.length > 0
  );
}

function isUsed(call: ts.CallExpression): boolean {
  const { parent } = ts.isAwaitExpression(call.parent) ? call.parent : call;
  if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent)) {
    const [then] = parent.parent.arguments;
    return then === undefined || !ts.isArrowFunction(then) || then.parameters.length > 0;
  }
  return !ts.isExpressionStatement(parent);
}

/** Reads a call; returns undefined if it does not send a statement but an object that sends itself. */
function readCall(
  call: ts.CallExpression,
  scope: Scope,
  fold: Fold,
  program: Program,
): Pick<Statement, 'text' | 'row' | 'parameters'> | undefined {
  const [first, second] = call.arguments;
  const row = rowOf(call.typeArguments?.[0], scope, fold, program);
  const found = isText(program.typeOf(first!)) ? undefined : fold.follow(first!, scope);
  if (found === undefined) {
    return { text: fold.textOf(first!, scope), row, parameters: parametersOf(second, scope, fold, program) };
  }
  if (!ts.isObjectLiteralExpression(found.node)) throw new Unreadable(found.node);
  const text = fold.textOf(propertyNamed(found.node, 'text')!, found.scope);
  return {
    text,
    row,
    parameters: parametersOf(propertyNamed(found.node, 'values'), found.scope, fold, program),
  };
}

function isText(type: Type | undefined): boolean {
  return type !== undefined && [...kindsOfText(type)].every((isString) => isString);
}

function* kindsOfText(type: Type): Iterable<boolean> {
  if (type.isUnionType()) for (const part of type.getTypes()) yield* kindsOfText(part);
  else yield type.isStringLiteralType() || (type.isIntrinsicType() && type.intrinsicName === 'string');
}

function rowOf(
  node: ts.TypeNode | undefined,
  scope: Scope,
  fold: Fold,
  program: Program,
): RowProperty[] | undefined {
  if (node === undefined) return undefined;
  return getRowProperties(node, program.checker, (reference) => {
    const symbol = program.checker.getSymbolAtLocation(reference.typeName);
    if (symbol === undefined || !(symbol.flags & SymbolFlags.TypeParameter)) return reference;
    const declaration = program.declarationOf(reference.typeName)!;
    const owner = declaration.parent as ts.SignatureDeclaration;
    const bound = scope.types.get(declaration);
    if (bound !== undefined) return bound;
    if (scope.values.has(owner.parameters[0]!)) throw new Unreadable(reference);
    throw fold.openOf(owner);
  });
}

function parametersOf(
  node: ts.Node | undefined,
  scope: Scope,
  fold: Fold,
  program: Program,
): readonly Kinds[] | undefined {
  if (node === undefined) return [];
  try {
    const list = fold.follow(node, scope);
    return list && ts.isArrayLiteralExpression(list.node) ? elementKinds(list, fold, program) : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function elementKinds({ node, scope }: Found, fold: Fold, program: Program): readonly Kinds[] | undefined {
  const kinds: Kinds[] = [];
  for (const element of (node as ts.ArrayLiteralExpression).elements) {
    if (!ts.isSpreadElement(element)) {
      kinds.push(kindsOfValue(element, scope, fold, program));
      continue;
    }
    const type = program.typeOf(element.expression)!;
    const tuple = type.isUnionType() ? type.getTypes()[0]! : type;
    if (!tuple.isTypeReference() || !program.checker.isTupleType(tuple)) return undefined;
    for (const each of program.checker.getTypeArguments(tuple)) kinds.push(getKinds(each, program.checker));
  }
  return kinds;
}

/** Returns the kinds of a value. If its type allows several, the code that computes it may narrow them. */
function kindsOfValue(node: ts.Node, scope: Scope, fold: Fold, program: Program): Kinds {
  const kinds = getKinds(program.typeOf(node)!, program.checker);
  if (kinds.names.size < 2) return kinds;
  try {
    const found = fold.followNames(node, scope);
    return found === undefined ? kinds : getKinds(program.typeOf(found.node)!, program.checker);
  } catch {
    return kinds;
  }
}

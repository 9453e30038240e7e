import type * as ts from 'typescript/unstable/ast';
import type { Type } from 'typescript/unstable/sync';

/** The parameters that are bound where an expression is read, of the functions that lead to it. */
export interface Scope {
  readonly values: ReadonlyMap<ts.Node, Found | undefined>;
  /** Type parameters, by declaration. */
  readonly types: ReadonlyMap<ts.Node, ts.TypeNode>;
}

/** An expression and where it is read. */
export interface Found {
  readonly node: ts.Node;
  readonly scope: Scope;
}

/** A function, and how it is called. */
export interface Call {
  readonly declaration: ts.SignatureDeclaration;
  readonly call: ts.CallExpression;
}

/** The expression depends on what this function is called with. */
export class Open extends Error {
  readonly declaration: ts.SignatureDeclaration;
  constructor(declaration: ts.SignatureDeclaration) {
    super('Its function has to be called first.');
    this.declaration = declaration;
  }
}

/** Nobody can see from the source what an expression is. */
export class Unreadable extends Error {
  constructor(node: ts.Node) {
    super(`cannot see what \`${node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)}\` is`);
  }
}

/** Returns one scope for all of the calls, in which each parameter has the value of its call. */
export function createScope(calls: readonly Call[]): Scope {
  const values = new Map<ts.Node, Found | undefined>();
  const types = new Map<ts.Node, ts.TypeNode>();
  const scope = { values, types };
  for (const { declaration, call } of calls) {
    for (const [index, parameter] of declaration.parameters.entries()) {
      const node = call.arguments[index];
      values.set(parameter, node && { node, scope });
    }
    for (const [index, parameter] of (declaration.typeParameters ?? []).entries()) {
      const given = call.typeArguments?.[index];
      if (given !== undefined) types.set(parameter, given);
    }
  }
  return scope;
}

/** Returns the texts of a literal type. */
export function literalTexts(type: Type): string[] | undefined {
  if (type.isStringLiteralType()) return [type.value];
  if (type.isNumberLiteralType()) return [String(type.value)];
  if (!type.isUnionType()) return undefined;
  const parts = type.getTypes().map(literalTexts);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

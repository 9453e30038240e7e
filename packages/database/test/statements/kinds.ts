import * as ts from 'typescript/unstable/ast';
import { TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';

/** The values of a type, as far as the driver distinguishes them. */
export interface Kinds {
  /** `any` stands for unknown, too: nothing is claimed. */
  readonly names: ReadonlySet<Kind>;
  /** The kinds of the elements, for a list. */
  readonly elements?: Kinds;
}

export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'undefined'
  | 'Date'
  | 'Buffer'
  | 'list'
  | 'object'
  | 'any';

/** Lists are looked into once: what JSON is may be a list of lists without end. */
export function getKinds(type: Type, checker: Checker, isElement = false): Kinds {
  if (type.isUnionType()) {
    const parts = type.getTypes().map((part) => getKinds(part, checker, isElement));
    const elements = parts.find((part) => part.elements)?.elements;
    return { names: new Set(parts.flatMap(({ names }) => [...names])), ...(elements && { elements }) };
  }
  const { flags } = type;
  if (flags & TypeFlags.StringLike) return of('string');
  if (flags & TypeFlags.NumberLike) return of('number');
  if (flags & TypeFlags.BooleanLike) return of('boolean');
  if (flags & TypeFlags.Null) return of('null');
  if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return of('undefined');
  if (flags & TypeFlags.TypeParameter) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint && constraint !== type ? getKinds(constraint, checker, isElement) : of('any');
  }
  if (flags & TypeFlags.Object || type.isIntersectionType()) {
    const name = type.getSymbol()?.name;
    if (name === 'Date') return of('Date');
    if (name === 'Buffer' || name === 'Uint8Array') return of('Buffer');
    if (checker.isTupleType(type) || checker.isArrayLikeType(type)) {
      return isElement ? of('list') : { names: new Set(['list']), elements: elementKinds(type, checker) };
    }
    return of('object');
  }
  return of('any');
}

function elementKinds(type: Type, checker: Checker): Kinds {
  const parts = (type.isTypeReference() ? checker.getTypeArguments(type) : []).map((part) =>
    getKinds(part, checker, true),
  );
  return { names: new Set(parts.length === 0 ? ['any'] : parts.flatMap(({ names }) => [...names])) };
}

function of(kind: Kind): Kinds {
  return { names: new Set([kind]) };
}

/** A column that a row type has. */
export interface RowProperty {
  readonly name: string;
  readonly kinds: Kinds;
  readonly isOptional: boolean;
}

/** Returns the columns of a row type, which may be an intersection with a type parameter that `types` binds. */
export function getRowProperties(
  node: ts.TypeNode,
  checker: Checker,
  resolve: (node: ts.TypeReferenceNode) => ts.TypeNode,
): RowProperty[] {
  if (ts.isIntersectionTypeNode(node)) {
    return (node.types as readonly ts.TypeNode[]).flatMap((part) => getRowProperties(part, checker, resolve));
  }
  if (ts.isTypeReferenceNode(node)) {
    const resolved = resolve(node);
    if (resolved !== node) return getRowProperties(resolved, checker, resolve);
  }
  const type = checker.getTypeFromTypeNode(node)!;
  return checker.getPropertiesOfType(type).map((symbol) => {
    const kinds = getKinds(checker.getTypeOfSymbol(symbol)!, checker);
    return { name: symbol.name, kinds, isOptional: kinds.names.has('undefined') };
  });
}

import * as ts from 'typescript/unstable/ast';

export type FunctionWithBody = ts.SignatureDeclaration & { readonly body?: ts.Node };

export function isFunction(node: ts.Node): node is FunctionWithBody {
  return (
    ts.isArrowFunction(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node)
  );
}

/** Calls name a function by the constant that holds it. */
export function namedNode(declaration: ts.Node): ts.Node {
  return ts.isVariableDeclaration(declaration.parent) ? declaration.parent : declaration;
}

/** Returns the expression that an arrow function returns. */
export function getBody({ body }: ts.ArrowFunction): ts.Node {
  return ts.isBlock(body) ? (returnsIn(body)[0] ?? body) : body;
}

/** Returns the expressions that a function returns, without those of inner functions. */
export function returnsIn(body: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = [];
  const search = (node: ts.Node): void => {
    if (isFunction(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    node.forEachChild(search);
  };
  body.forEachChild(search);
  return found;
}

/** Returns the value of a property of an object literal. */
export function propertyNamed(object: ts.ObjectLiteralExpression, key: string): ts.Node | undefined {
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property) || property.name.getText() !== key) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
    if (ts.isMethodDeclaration(property)) return property;
  }
  return undefined;
}

export function visit(node: ts.Node, visitor: (node: ts.Node) => void): void {
  visitor(node);
  node.forEachChild((child) => visit(child, visitor));
}

/** Returns whether a list gets more elements after it was created. */
export function isExtended({ name, initializer }: ts.VariableDeclaration): boolean {
  if (initializer === undefined || !ts.isArrayLiteralExpression(initializer) || !ts.isIdentifier(name))
    return false;
  return new RegExp(`\\b${name.text}\\.(?:push|unshift|splice)\\(`).test(name.getSourceFile().text);
}

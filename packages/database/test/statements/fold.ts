import * as ts from 'typescript/unstable/ast';
import { TypeFlags } from 'typescript/unstable/sync';
import { Choices } from './choices.ts';
import type { Program } from './program.ts';
import { literalTexts, Open, createScope, Unreadable, type Call, type Found, type Scope } from './scope.ts';
import { getBody, isExtended, isFunction, namedNode, propertyNamed, returnsIn } from './syntax.ts';

/** By file and source of an expression that nobody can read: a text that it may have. */
export type Examples = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The number of callers that are followed upwards; a value that still depends on its callers is unknown. */
const mostCallers = 4;

/**
 * Reads the texts that an expression may have, without running it: constants, templates, conditions, properties of literals, lists,
 * functions that return such, and parameters by the calls of their function. Numbers that are not known are 1.
 */
export class Fold {
  readonly #program: Program;
  readonly #examples: Examples;
  #choices = new Choices();
  #depth = 0;
  #isLenient = false;
  readonly #scopes = new WeakMap<Scope, Map<ts.Node, Map<ts.Node, Scope>>>();

  constructor(program: Program, examples: Examples) {
    this.#program = program;
    this.#examples = examples;
  }

  /** Calls `read` for every way in which what it reads may come about. */
  inEveryWay(read: (scope: Scope) => void): void {
    this.#inEveryScope(read, []);
  }

  #inEveryScope(read: (scope: Scope) => void, calls: readonly Call[]): void {
    this.#depth = calls.length;
    try {
      this.#choices = new Choices();
      const scope = createScope(calls);
      this.#choices.runAll(() => read(scope));
    } catch (error) {
      if (!(error instanceof Open)) throw error;
      const { declaration } = error;
      for (const call of this.#program.callsOf(namedNode(declaration))) {
        this.#inEveryScope(read, [...calls, { declaration, call }]);
      }
    }
  }

  /** Returns the error to throw where a value of a function depends on its calls. */
  openOf(declaration: ts.SignatureDeclaration): Error {
    const isCalled = this.#program.callsOf(namedNode(declaration)).length > 0;
    return isCalled && this.#depth < mostCallers ? new Open(declaration) : new Unreadable(declaration);
  }

  textOf(node: ts.Node, scope: Scope): string {
    const example = this.#exampleOf(node);
    if (example !== undefined) return example;
    const type = this.#program.typeOf(node);
    if (type !== undefined && type.flags & TypeFlags.NumberLike) return literalTexts(type)?.[0] ?? '1';
    let unreadable = new Unreadable(node);
    try {
      const found = this.follow(node, scope);
      if (found !== undefined) return this.#textOfFound(found);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable = error;
    }
    const texts = type && literalTexts(type);
    if (texts === undefined) throw unreadable;
    return texts[this.#choices.pick(scope, this.#program.declarationOf(node) ?? node, texts.length)]!;
  }

  #exampleOf(node: ts.Node): string | undefined {
    return this.#examples[this.#program.pathOf(node)]?.[node.getText()];
  }

  #textOfFound({ node, scope }: Found): string {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map((span) => this.textOf(span.expression, scope) + span.literal.text);
      return node.head.text + spans.join('');
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      return this.textOf(node.left, scope) + this.textOf(node.right, scope);
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      if (name.text === 'join') {
        const elements = this.elementsOf(this.#followed(expression, scope));
        const separator = this.textOf(node.arguments[0]!, scope);
        return elements.map((element) => this.textOf(element.node, element.scope)).join(separator);
      }
      if (name.text === 'trim') return this.textOf(expression, scope).trim();
      if (name.text === 'replace') {
        const [from, to] = node.arguments.map((argument) => this.textOf(argument, scope));
        return this.textOf(expression, scope).replace(from!, to!);
      }
    }
    const example = this.#exampleOf(node);
    if (example !== undefined) return example;
    // A constant of a module that is imported as a whole.
    const type = this.#program.typeOf(node);
    const [text, ...others] = (type && literalTexts(type)) ?? [];
    if (text === undefined || others.length > 0) throw new Unreadable(node);
    return text;
  }

  #followed(node: ts.Node, scope: Scope): Found {
    const found = this.follow(node, scope);
    if (found === undefined) throw new Unreadable(node);
    return found;
  }

  /** Returns the elements of a literal list, also after `.map` and `.filter`, and of `Object.keys` of a literal. */
  elementsOf({ node, scope }: Found): Found[] {
    if (ts.isArrayLiteralExpression(node)) {
      return node.elements.flatMap((element) =>
        ts.isSpreadElement(element)
          ? this.elementsOf(this.#followed(element.expression, scope))
          : [{ node: element, scope }],
      );
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
      throw new Unreadable(node);
    const { name, expression } = node.expression;
    const [first] = node.arguments;
    if (first === undefined || !ts.isArrowFunction(first)) throw new Unreadable(node);
    const elements = this.elementsOf(this.#followed(expression, scope));
    const results = elements.map((element) => {
      const inner = this.#scopeOfCall(first, element.node, [element], scope);
      return { element, body: { node: getBody(first), scope: inner } };
    });
    if (name.text === 'map') return results.map(({ body }) => this.follow(body.node, body.scope) ?? body);
    if (name.text !== 'filter') throw new Unreadable(node);
    return results
      .filter(({ body }) => {
        const isTrue = this.#truthOf(body.node, body.scope);
        if (isTrue === undefined) throw new Unreadable(node);
        return isTrue;
      })
      .map(({ element }) => element);
  }

  /** Follows names, properties, conditions and calls to what they lead to; undefined where that is undefined. */
  follow(node: ts.Node, scope: Scope): Found | undefined {
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node)
    ) {
      return this.follow(node.expression, scope);
    }
    if (ts.isConditionalExpression(node)) {
      const isTrue = this.#truthOf(node.condition, scope) ?? this.#choices.pick(scope, node, 2) === 0;
      return this.follow(isTrue ? node.whenTrue : node.whenFalse, scope);
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      const left = this.#choices.pick(scope, node, 2) === 0 ? this.follow(node.left, scope) : undefined;
      return left ?? this.follow(node.right, scope);
    }
    if (ts.isIdentifier(node)) return this.#followName(node, scope);
    if (ts.isPropertyAccessExpression(node)) {
      if (this.#isLenient) return { node, scope };
      return this.#propertyOf(node, this.#followed(node.expression, scope), node.name.text);
    }
    if (ts.isElementAccessExpression(node)) {
      const key = this.textOf(node.argumentExpression, scope);
      return this.#propertyOf(node, this.#followed(node.expression, scope), key);
    }
    if (ts.isCallExpression(node)) return this.#followCall(node, scope);
    return { node, scope };
  }

  /** Follows names as far as they lead without evaluating properties of other values. */
  followNames(node: ts.Node, scope: Scope): Found | undefined {
    this.#isLenient = true;
    try {
      return this.follow(node, scope);
    } finally {
      this.#isLenient = false;
    }
  }

  #followCall(node: ts.CallExpression, scope: Scope): Found | undefined {
    const callee = ts.isPropertyAccessExpression(node.expression)
      ? this.#program.declarationOf(node.expression.name)
      : this.follow(node.expression, scope)?.node;
    if (callee === undefined || !isFunction(callee) || callee.body === undefined) return { node, scope };
    const given = node.arguments.map((argument) => ({ node: argument, scope }));
    const inner = this.#scopeOfCall(callee, node, given, scope);
    if (!ts.isBlock(callee.body)) return this.follow(callee.body, inner);
    const returned = returnsIn(callee.body);
    if (returned.length === 0) return { node, scope };
    return this.follow(returned[this.#choices.pick(inner, callee, returned.length)]!, inner);
  }

  /** Returns one scope for each call, so that a choice in it is made once. */
  #scopeOfCall(callee: ts.SignatureDeclaration, call: ts.Node, given: readonly Found[], outer: Scope): Scope {
    const ofCallees = this.#scopes.get(outer) ?? new Map<ts.Node, Map<ts.Node, Scope>>();
    this.#scopes.set(outer, ofCallees);
    const scopes = ofCallees.get(callee) ?? new Map<ts.Node, Scope>();
    ofCallees.set(callee, scopes);
    const values = new Map(outer.values);
    for (const [index, parameter] of callee.parameters.entries()) values.set(parameter, given[index]);
    const scope = scopes.get(call) ?? { ...outer, values };
    scopes.set(call, scope);
    return scope;
  }

  #followName(use: ts.Identifier, scope: Scope): Found | undefined {
    if (use.text === 'undefined') return undefined;
    const declaration = this.#program.declarationOf(use);
    if (declaration === undefined) return { node: use, scope };
    if (isFunction(declaration)) return { node: declaration, scope };
    if (ts.isParameterDeclaration(declaration)) return this.#followParameter(declaration, scope);
    if (ts.isBindingElement(declaration)) return this.#followBinding(use, declaration, scope);
    if (!ts.isVariableDeclaration(declaration)) return { node: use, scope };
    const loop = declaration.parent.parent;
    if (ts.isForOfStatement(loop)) {
      const elements = this.elementsOf(this.#followed(loop.expression, scope));
      return elements[this.#choices.pick(scope, declaration, elements.length)];
    }
    if (declaration.initializer === undefined) return { node: use, scope };
    if (isExtended(declaration)) throw new Unreadable(use);
    return this.follow(declaration.initializer, scope);
  }

  #followBinding(use: ts.Node, declaration: ts.BindingElement, scope: Scope): Found | undefined {
    const owner = declaration.parent.parent;
    const isParameter = ts.isParameterDeclaration(owner);
    if (!isParameter && !(ts.isVariableDeclaration(owner) && owner.initializer)) throw new Unreadable(use);
    const whole = isParameter ? this.#followParameter(owner, scope) : this.follow(owner.initializer!, scope);
    if (whole === undefined) throw new Unreadable(use);
    if (ts.isArrayBindingPattern(declaration.parent)) {
      const element = this.elementsOf(whole)[declaration.parent.elements.indexOf(declaration)];
      return element && this.follow(element.node, element.scope);
    }
    const key = (declaration.propertyName ?? declaration.name)!.getText();
    return this.#propertyOf(use, whole, key, declaration.initializer);
  }

  #followParameter(parameter: ts.ParameterDeclaration, scope: Scope): Found | undefined {
    if (!scope.values.has(parameter)) throw this.openOf(parameter.parent as ts.SignatureDeclaration);
    const bound = scope.values.get(parameter);
    if (bound !== undefined) return this.follow(bound.node, bound.scope);
    return parameter.initializer && this.follow(parameter.initializer, scope);
  }

  #propertyOf(
    use: ts.Node,
    { node, scope }: Found,
    key: string,
    fallback?: ts.Expression,
  ): Found | undefined {
    if (!ts.isObjectLiteralExpression(node)) return { node: use, scope };
    const value = propertyNamed(node, key);
    const found = value && this.follow(value, scope);
    return found ?? (fallback && this.follow(fallback, scope));
  }

  /** Returns undefined if the value is unknown. */
  #truthOf(node: ts.Node, scope: Scope): boolean | undefined {
    if (ts.isPrefixUnaryExpression(node)) {
      const isTrue = this.#truthOf(node.operand, scope);
      return isTrue === undefined ? undefined : !isTrue;
    }
    try {
      if (ts.isBinaryExpression(node)) return this.#comparison(node, scope);
      const found = this.follow(node, scope);
      if (found === undefined || found.node.kind === ts.SyntaxKind.FalseKeyword) return false;
      if (found.node.kind === ts.SyntaxKind.TrueKeyword) return true;
      if (found.node !== node) return this.#truthOf(found.node, found.scope);
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
      if (node.expression.name.text !== 'includes') return undefined;
      const elements = this.elementsOf(this.#followed(node.expression.expression, scope));
      const wanted = this.textOf(node.arguments[0]!, scope);
      return elements.some((element) => this.textOf(element.node, element.scope) === wanted);
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  #comparison({ left, right, operatorToken }: ts.BinaryExpression, scope: Scope): boolean | undefined {
    if (operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken) return undefined;
    if (right.getText() === 'undefined') return this.follow(left, scope) === undefined;
    if (ts.isPropertyAccessExpression(left) && left.name.text === 'length') {
      return String(this.elementsOf(this.#followed(left.expression, scope)).length) === right.getText();
    }
    return this.textOf(left, scope) === this.textOf(right, scope);
  }
}

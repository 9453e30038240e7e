import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ts from 'typescript/unstable/ast';
import {
  API,
  SymbolFlags,
  type Checker,
  type NodeHandle,
  type Project,
  type Type,
} from 'typescript/unstable/sync';
import { visit } from './syntax.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The sources of a TypeScript project, with their types. */
export interface Program {
  readonly checker: Checker;
  readonly files: readonly ts.SourceFile[];
  /** Returns the declaration of an identifier, through imports. */
  declarationOf(node: ts.Node): ts.Node | undefined;
  /** Returns every call of a function that is declared by name. */
  callsOf(declaration: ts.Node): readonly ts.CallExpression[];
  typeOf(node: ts.Node): Type | undefined;
  /** Returns `packages/x/src/y.ts:12`. */
  locationOf(node: ts.Node): string;
  pathOf(node: ts.Node): string;
  close(): void;
}

/** Opens the files of the workspace whose path `isMeant` accepts. */
export function openProgram(isMeant: (path: string) => boolean): Program {
  const api = new API({ cwd: root });
  const project = api.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects()[0]!;
  const { checker, program } = project;
  const files = program
    .getSourceFileNames()
    .filter((name) => isMeant(relative(root, name)))
    .map((name) => program.getSourceFile(name)!);
  let calls: Map<ts.Node, ts.CallExpression[]> | undefined;

  function declarationOf(node: ts.Node): ts.Node | undefined {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    if (symbol === undefined) return undefined;
    const named = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (named.valueDeclaration ?? named.declarations[0])?.resolve(project);
  }

  return {
    checker,
    files,
    declarationOf,
    callsOf(declaration) {
      calls ??= findCalls(files, checker, project);
      return calls.get(declaration) ?? [];
    },
    typeOf: (node) => checker.getTypeAtLocation(node),
    locationOf(node) {
      const line = node.getSourceFile().text.slice(0, node.getStart()).split('\n').length;
      return `${pathOf(node)}:${line}`;
    },
    pathOf,
    close: () => api.close(),
  };
}

function pathOf(node: ts.Node): string {
  return relative(root, node.getSourceFile().fileName);
}

function findCalls(
  files: readonly ts.SourceFile[],
  checker: Checker,
  project: Project,
): Map<ts.Node, ts.CallExpression[]> {
  const byHandle = new Map<string, { handle: NodeHandle; calls: ts.CallExpression[] }>();
  for (const file of files) {
    const found: ts.CallExpression[] = [];
    visit(file, (node) => {
      if (ts.isCallExpression(node)) found.push(node);
    });
    const names = found.map(({ expression }) =>
      ts.isPropertyAccessExpression(expression) ? expression.name : expression,
    );
    const symbols = checker.getSymbolAtLocation(names);
    for (const [index, symbol] of symbols.entries()) {
      if (symbol === undefined) continue;
      const named = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const handle = named.valueDeclaration;
      if (handle === undefined) continue;
      const key = `${handle.path}:${handle.index}`;
      const entry = byHandle.get(key) ?? { handle, calls: [] };
      entry.calls.push(found[index]!);
      byHandle.set(key, entry);
    }
  }
  return new Map(
    [...byHandle.values()].flatMap(({ handle, calls }) => {
      const node = handle.resolve(project);
      return node === undefined ? [] : [[node, calls]];
    }),
  );
}

import { listReadings } from '../calls/read-arguments.ts';
import type { ConstantUse, FileFindings, Found } from '../findings.ts';
import { detectLanguage } from '../languages/languages.ts';
import type { Constant } from './find-constants.ts';

export interface FileConstant extends Constant {
  /** Index in the list of files. */
  readonly file: number;
}

export interface Resolved {
  readonly file: number;
  readonly found: Found;
}

const selfNames = new Set(['this', 'self', 'Self', 'static', 'cls', 'super', 'parent']);

/**
 * Finds the keys of the constants that calls pass. A use is left out and counted if its name can stand for several keys
 * and neither imports nor containers nor folders decide between them.
 */
export function resolveConstants(
  paths: readonly string[],
  findings: readonly FileFindings[],
  constants: readonly FileConstant[],
): { resolved: Resolved[]; unresolved: number } {
  const byName = new Map<string, FileConstant[]>();
  for (const constant of constants) {
    const same = byName.get(constant.name);
    if (same === undefined) byName.set(constant.name, [constant]);
    else same.push(constant);
  }
  const resolved: Resolved[] = [];
  let unresolved = 0;
  for (const file of findings) {
    const renames = new Map(file.renames);
    const importWords = new Set(file.importWords);
    for (const use of file.uses) {
      const key = keyOf(paths, file.file, use, { byName, renames, importWords });
      if (key === undefined) unresolved++;
      else {
        const { line, snippet, client, isComment } = use;
        resolved.push({ file: file.file, found: { key, line, snippet, client, isComment, way: 'constant' } });
      }
    }
  }
  return { resolved, unresolved };
}

interface Known {
  readonly byName: ReadonlyMap<string, readonly FileConstant[]>;
  readonly renames: ReadonlyMap<string, string>;
  readonly importWords: ReadonlySet<string>;
}

function keyOf(paths: readonly string[], file: number, use: ConstantUse, known: Known): string | undefined {
  for (const path of listReadings(use.path)) {
    const key = keyOfReading(paths, file, use.offset, path, known);
    if (key !== undefined) return key;
  }
  return undefined;
}

function keyOfReading(
  paths: readonly string[],
  file: number,
  offset: number,
  path: readonly string[],
  known: Known,
): string | undefined {
  const written = path.filter((name) => !selfNames.has(name));
  if (written.length === 0) return undefined;
  return (
    keyOfPath(paths, file, offset, written, known) ??
    keyOfPath(
      paths,
      file,
      offset,
      written.map((name) => known.renames.get(name) ?? name),
      known,
    )
  );
}

function keyOfPath(
  paths: readonly string[],
  file: number,
  offset: number,
  path: readonly string[],
  { byName, importWords }: Known,
): string | undefined {
  const own = paths[file] as string;
  const language = detectLanguage(own);
  const [root] = path as [string];
  const container = path.at(-2);
  const named = (byName.get(path.at(-1) as string) ?? []).filter(
    (constant) => familyOf(paths[constant.file] as string) === familyOf(own),
  );
  const isHere = (one: FileConstant): boolean => one.file === file;
  if (container === undefined) {
    const variables = named.filter(({ isVariable }) => isVariable);
    const here = variables.filter(isHere);
    if (here.length > 0) return nearestBefore(here, offset).key;
    const elsewhere = variables.filter(({ containers }) => containers.length === 0 || importWords.has(root));
    return importWords.has(root) || language?.constantsNeedImport === undefined
      ? chooseKey(paths, elsewhere, own, importWords)
      : onlyKey(elsewhere.filter((one) => areInOnePackage(paths[one.file] as string, own)));
  }
  const fitting = named.filter((one) => isMemberOf(paths, one, container));
  const here = fitting.filter(isHere);
  if (here.length > 0) return nearestBefore(here, offset).key;
  const isReachable =
    importWords.has(root) || globals.has(root) || language?.constantsNeedImport !== 'variables and members';
  if (!isReachable) return undefined;
  if (fitting.length > 0) return chooseKey(paths, fitting, own, importWords);
  // `import F from './flags'; F.CHECKOUT`: flags.ts defines CHECKOUT, and nothing called F.
  return importWords.has(root)
    ? onlyKey(named.filter((one) => importWords.has(stemOf(paths[one.file] as string))))
    : undefined;
}

const globals = new Set(['window', 'globalThis', 'global']);

/** Returns whether both files belong to one package, in a language where a package is a folder. */
function areInOnePackage(path: string, other: string): boolean {
  return folderOf(path) === folderOf(other) && detectLanguage(path)?.packagesAreFolders === true;
}

/**
 * Returns the only key of the candidates; otherwise the only key of those whose file or container is imported, or that lie in the same
 * folder.
 */
function chooseKey(
  paths: readonly string[],
  candidates: readonly FileConstant[],
  own: string,
  importWords: ReadonlySet<string>,
): string | undefined {
  return (
    onlyKey(candidates) ??
    onlyKey(candidates.filter((one) => importWords.has(stemOf(paths[one.file] as string)))) ??
    onlyKey(candidates.filter((one) => one.containers.some((name) => importWords.has(name)))) ??
    onlyKey(candidates.filter((one) => folderOf(paths[one.file] as string) === folderOf(own)))
  );
}

/**
 * Returns whether `Flags.CHECKOUT` can be this constant: a member of Flags, or a variable of a module or package of that
 * name.
 */
function isMemberOf(paths: readonly string[], constant: FileConstant, container: string): boolean {
  if (constant.containers.includes(container)) return true;
  if (constant.containers.length > 0) return false;
  const path = paths[constant.file] as string;
  const folder = folderOf(path);
  const wanted = normalised(container);
  return (
    normalised(stemOf(path)) === wanted || normalised(folder.slice(folder.lastIndexOf('/') + 1)) === wanted
  );
}

/** Returns the last definition before the use, which is the one in scope; otherwise the first. */
function nearestBefore(constants: readonly FileConstant[], offset: number): FileConstant {
  return constants.findLast((one) => one.offset < offset) ?? (constants[0] as FileConstant);
}

function onlyKey(constants: readonly FileConstant[]): string | undefined {
  const keys = new Set(constants.map(({ key }) => key));
  return keys.size === 1 ? constants[0]?.key : undefined;
}

function familyOf(path: string): string | undefined {
  const language = detectLanguage(path);
  return language?.family ?? language?.name;
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.indexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function normalised(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

// node compile.cjs COMPILER FOLDER: compiles what applications write against the packages, by each resolution of modules, with one parsed copy of
// the libraries. Prints what is wrong in the program or in our declarations, and nothing else: those of other packages may want newer compilers.
const path = require('node:path');

const [compiler, folder] = process.argv.slice(2);
const ts = require(compiler);
const common = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
  ...(ts.versionMajorMinor === '6.0' && { ignoreDeprecations: '6.0' }),
};
const { ModuleKind, ModuleResolutionKind } = ts;
const resolutions = {
  node10: {
    files: ['use.ts'],
    options: { module: ModuleKind.CommonJS, moduleResolution: ModuleResolutionKind.Node10 },
  },
  node16: {
    files: ['use.mts', 'use.cts'],
    options: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
  },
  nodenext: {
    files: ['use.mts', 'use.cts'],
    options: { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext },
  },
  bundler: {
    files: ['use.ts'],
    options: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
  },
};
const libraries = new Map();
const isOurs = (name) =>
  !name.includes('node_modules') || name.includes(`node_modules${path.sep}@bunting${path.sep}`);

for (const [name, { files, options }] of Object.entries(resolutions)) {
  const given = { ...common, ...options };
  const host = ts.createCompilerHost(given);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (fileName, ...args) => {
    if (!fileName.includes(`${path.sep}lib.`)) return read(fileName, ...args);
    if (!libraries.has(fileName)) libraries.set(fileName, read(fileName, ...args));
    return libraries.get(fileName);
  };
  const program = ts.createProgram(
    files.map((file) => path.join(folder, file)),
    given,
    host,
  );
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => isOurs(fileName) && !fileName.includes(`${path.sep}lib.`));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...sources.flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]),
  ];
  for (const { file, start, messageText } of found) {
    const position =
      file === undefined ? '' : `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}`;
    console.log(`${name} ${position}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
  console.log(`${name}: ${sources.length > files.length ? 'compiled' : 'nothing of the packages was found'}`);
}

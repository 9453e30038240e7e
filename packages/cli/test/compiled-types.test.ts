import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { quote } from '../src/types/literal-type.ts';
import type { VariableType } from '../src/types/variable-type.ts';
import { writeTypes } from '../src/types/write-types.ts';

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
/** The packages of OpenFeature as the registry has them. */
const openFeature = fileURLToPath(new URL('../node_modules/@openfeature', import.meta.url));

/** The declarations of `bunting types` (decisions §8.6), with a file for each kind of module. */
const clientDeclarations = `
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export interface Variables {}
export type Key = keyof Variables extends never ? string : keyof Variables & string;
export type ValueOf<K extends Key> = K extends keyof Variables ? Variables[K] : JsonValue;
export declare function value<K extends Key, T extends ValueOf<K>>(key: K, fallback: T): ValueOf<K>;
`;
const packages = {
  'node_modules/@bunting/client/package.json': JSON.stringify({
    name: '@bunting/client',
    type: 'module',
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
    },
  }),
  'node_modules/@bunting/client/index.d.ts': clientDeclarations,
  'node_modules/@bunting/client/index.d.cts': clientDeclarations,
};

const hostile = [
  '__proto__',
  'constructor',
  '10',
  "'; } } export const broken: 1; //",
  'back\\slash\u2028\u202e',
  '*/ `${x}` "',
  '',
];
const variables: readonly VariableType[] = [
  { key: 'enabled', type: 'boolean', client: true, values: [true] },
  { key: 'layout', type: 'string', client: true, values: ['classic', "it's"] },
  { key: 'steps', type: 'number', client: false, values: [-1, 2.5] },
  {
    key: 'table',
    type: 'json',
    client: false,
    values: [null, [], {}, { columns: [1, 'two', { three: null }] }],
  },
  ...hostile.map((key) => ({ key, type: 'string', client: true, values: [key, 'plain'] }) as const),
];
const plain = {
  project: "*/'\u2028\nexport const broken = 1;",
  literals: false,
  openfeature: false,
  client: false,
};

const use = `import { value, type JsonValue } from '@bunting/client';\n`;
const useOpenFeature = `import { OpenFeature } from '@openfeature/server-sdk';\nconst flags = OpenFeature.getClient();\n`;
const withWideTypes = `${use}
const enabled: boolean = value('enabled', false);
const layout: string = value('layout', 'anything');
const steps: number = value('steps', 7);
const table: JsonValue = value('table', { any: ['thing'] });
value('__proto__', 'x'); value('constructor', 'x'); value('10', 'x'); value(${quote(hostile[3]!)}, 'x');
// @ts-expect-error the key does not exist
value('unheard-of', false);
// @ts-expect-error the fallback has another type
value('enabled', 'no');
// @ts-expect-error the value has another type
const wrong: number = value('layout', 'x');
`;
const withLiterals = `${use}
const enabled: boolean = value('enabled', false);
const layout: 'classic' | "it's" = value('layout', 'classic');
const steps: -1 | 2.5 = value('steps', 2.5);
const table: JsonValue = value('table', { columns: [1, 'two', { three: null }] });
value('table', []); value('table', {});
value(${quote(hostile[4]!)}, ${quote(hostile[4]!)}); value('', '');
// @ts-expect-error the value is not stored
value('layout', 'anything');
// @ts-expect-error the value is not stored
value('table', { columns: [1, 'two'] });
// @ts-expect-error an empty object has no members
value('table', { other: 1 });
`;
const withOpenFeature = `${useOpenFeature}
flags.getBooleanValue('enabled', false);
flags.getStringValue('layout', 'x'); flags.getStringValue('__proto__', 'x');
flags.getNumberValue('steps', 1);
flags.getObjectValue('table', {});
// @ts-expect-error the key does not exist
flags.getBooleanValue('unheard-of', false);
// @ts-expect-error the variable has another type
flags.getStringValue('enabled', 'x');
`;
const onlyClient = `${use}${useOpenFeature}
value('enabled', false);
flags.getBooleanValue('enabled', false);
// @ts-expect-error servers alone get it
value('steps', 1);
// @ts-expect-error no number is a client variable
flags.getNumberValue('steps', 1);
`;
const withoutVariables = `${use}
const anything: JsonValue = value('unheard-of', { any: ['thing'] });
`;

/** The programs of applications to compile, by name. */
const programs: readonly (readonly [name: string, types: string, program: string])[] = [
  ['wide types', writeTypes(variables, plain), withWideTypes],
  ['--literals', writeTypes(variables, { ...plain, literals: true }), withLiterals],
  ['--openfeature', writeTypes(variables, { ...plain, openfeature: true }), withOpenFeature],
  [
    '--openfeature --client',
    writeTypes(variables, { ...plain, openfeature: true, client: true }),
    onlyClient,
  ],
  ['no variables', writeTypes([], plain), withoutVariables],
  [
    '--literals --openfeature',
    writeTypes(variables, { ...plain, literals: true, openfeature: true }),
    `${withLiterals}${withOpenFeature}`,
  ],
  [
    'no variables, --openfeature',
    writeTypes([], { ...plain, openfeature: true }),
    `${useOpenFeature}// @ts-expect-error there are no variables\nflags.getStringValue('unheard-of', '');\n`,
  ],
  ['no file yet', '', `${withoutVariables}${useOpenFeature}flags.getNumberValue('unheard-of', 1);\n`],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bunting-types-'));
  write(folder, packages);
  symlinkSync(openFeature, join(folder, 'node_modules/@openfeature'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
}

/** Compiles a program with the file beside it. Returns what the compiler complains about, in declaration files too without `skipLibCheck`. */
function compile(
  type: 'module' | 'commonjs',
  types: string,
  program: string,
  { skipLibCheck = program.includes('@openfeature') } = {},
): Promise<string> {
  const root = mkdtempSync(join(folder, 'program-'));
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    noEmit: true,
    skipLibCheck,
    types: [],
  };
  write(root, {
    'package.json': JSON.stringify({ type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    'bunting.d.ts': types,
    'program.ts': program,
  });
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', root, '--pretty', 'false'], (error, stdout, stderr) => {
      resolve(error === null ? '' : `${stdout}${stderr}` || error.message);
    });
  });
}

describe.each(['module', 'commonjs'] as const)('in a package of the type %s', (type) => {
  it.each(programs)('the compiler knows the variables: %s', async (_, types, program) => {
    expect(await compile(type, types, program)).toBe('');
  });
});

it('without skipLibCheck the compiler calls the keys of OpenFeature duplicates, and nothing else of the file is wrong', async () => {
  const types = writeTypes(variables, { ...plain, openfeature: true });
  const complaints = await compile('module', types, withOpenFeature, { skipLibCheck: false });
  const ofFile = complaints.split('\n').filter((line) => line.includes('bunting.d.ts'));
  expect(ofFile.map((line) => /error .*/.exec(line)?.[0])).toEqual(
    ['Boolean', 'String', 'Number', 'Object'].map(
      (type) => `error TS2300: Duplicate identifier '${type}FlagKey'.`,
    ),
  );
});

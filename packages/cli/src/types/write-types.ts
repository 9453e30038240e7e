import { compareCodePoints, literalType, quote } from './literal-type.ts';
import type { VariableType } from './variable-type.ts';

export interface TypesOptions {
  readonly project: string;
  /** The values that are stored now, instead of string, number and JsonValue. */
  readonly literals: boolean;
  /** Also the keys that clients of OpenFeature accept. */
  readonly openfeature: boolean;
  /** Only variables that client keys get. */
  readonly client: boolean;
}

const wideTypes = { boolean: 'boolean', string: 'string', number: 'number', json: 'JsonValue' } as const;

/** The types of @openfeature/core that an application may narrow. A json variable is asked for as an object, whatever its values are. */
const keyTypes = [
  ['BooleanFlagKey', 'boolean'],
  ['StringFlagKey', 'string'],
  ['NumberFlagKey', 'number'],
  ['ObjectFlagKey', 'json'],
] as const;

/**
 * Writes the declaration file of the variables: one line for each variable, by the code points of their keys; the same variables in
 * any order give the same text. It contains nothing that depends on the time, the machine or the version.
 */
export function writeTypes(variables: readonly VariableType[], options: TypesOptions): string {
  const chosen = variables
    .filter(({ client }) => client || !options.client)
    .toSorted((a, b) => compareCodePoints(a.key, b.key));
  const types = chosen.map((variable) => [variable.key, typeOf(variable, options.literals)] as const);
  // JsonValue is imported because a declaration inside `declare module` does not see what the module re-exports.
  // Without an import, `export {}` makes the file a module: otherwise the blocks would replace the packages' own types.
  const head = types.some(([, type]) => type === wideTypes.json)
    ? `import type { JsonValue } from '@bunting/client';`
    : 'export {};';
  const blocks = [
    '/* eslint-disable */',
    `// ${options.client ? 'Client variables' : 'Variables'} of the project ${quote(options.project)}, written by bunting types. Do not edit.`,
    head,
    '',
    `declare module '@bunting/client' {`,
    '  interface Variables {',
    ...types.map(([key, type]) => `    ${quote(key)}: ${type};`),
    '  }',
    '}',
    ...(options.openfeature ? openFeatureBlock(chosen) : []),
  ];
  return `${blocks.join('\n')}\n`;
}

function typeOf(variable: VariableType, literals: boolean): string {
  return (literals ? literalType(variable) : undefined) ?? wideTypes[variable.type];
}

function openFeatureBlock(variables: readonly VariableType[]): string[] {
  const lines = keyTypes.flatMap(([name, type]) => {
    const keys = variables.filter((variable) => variable.type === type).map(({ key }) => quote(key));
    // Without a variable of the type no key is right.
    if (keys.length === 0) return [`  export type ${name} = never;`];
    return [`  export type ${name} =`, ...keys.map((key) => `    | ${key}`), '    ;'];
  });
  return ['', `declare module '@openfeature/core' {`, ...lines, '}'];
}

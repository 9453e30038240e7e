import type { ParseArgsConfig } from 'node:util';

/** Options of every command. */
const shared = {
  project: { type: 'string', short: 'p' },
  url: { type: 'string' },
  config: { type: 'string', short: 'c' },
  'keys-file': { type: 'string' },
  offline: { type: 'boolean' },
  verbose: { type: 'boolean', short: 'v' },
  'soft-fail': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options of commands that write a report. */
const written = {
  format: { type: 'string', short: 'f' },
  output: { type: 'string', short: 'o' },
} as const;

const partial = { 'allow-partial': { type: 'boolean' } } as const;

export const optionsOf = {
  push: {
    ...shared,
    ...partial,
    provider: { type: 'string' },
    repository: { type: 'string' },
    branch: { type: 'string' },
    'default-branch': { type: 'string' },
    'any-branch': { type: 'boolean' },
    'allow-empty': { type: 'boolean' },
    'no-snippets': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  scan: {
    ...shared,
    ...written,
    ...partial,
    check: { type: 'boolean' },
    'no-snippets': { type: 'boolean' },
  },
  diff: { ...shared, ...written },
} as const satisfies Record<string, ParseArgsConfig['options']>;

export type CommandName = keyof typeof optionsOf;

/** The values of one command's options, all optional. */
export type Options<Name extends CommandName> = {
  readonly [Key in keyof (typeof optionsOf)[Name]]?: (typeof optionsOf)[Name][Key] extends { type: 'boolean' }
    ? boolean
    : string;
};

/** The values of a command's options before they are checked. */
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The formats that each command can write. */
export const formatsOf = {
  push: [],
  scan: ['text', 'json', 'csv', 'sarif', 'markdown'],
  diff: ['markdown', 'json', 'text'],
} as const satisfies Record<CommandName, readonly string[]>;

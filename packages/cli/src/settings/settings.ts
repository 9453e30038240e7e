import type { UserPattern } from '../scan/user-pattern.ts';

export const providers = ['github', 'gitlab', 'bitbucket'] as const;
export type Provider = (typeof providers)[number];

/** What bunting.yaml says. Options on the command line win over it. */
export interface Settings {
  readonly project?: string | undefined;
  readonly provider?: Provider | undefined;
  readonly repository?: string | undefined;
  readonly defaultBranch?: string | undefined;
  /** As in .gitignore; a `!` takes a file back in, vendored ones too. */
  readonly ignore: readonly string[];
  readonly patterns: readonly UserPattern[];
  readonly snippets: boolean;
  /** Keys that --check lets pass though the project does not have them; `*` stands for any characters. */
  readonly allowUnknown: readonly string[];
}

export const defaultSettings: Settings = { ignore: [], patterns: [], snippets: true, allowUnknown: [] };

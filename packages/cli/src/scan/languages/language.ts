/** One programming language: its files, the calls of flag clients in it, and how its constants work. */
export interface Language {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly calls: readonly CallPattern[];
  readonly tags?: readonly TagPattern[];
  /** Languages of one family see each other's constants. */
  readonly family?: string;
  /** Files of one folder see each other's constants without an import. */
  readonly packagesAreFolders?: boolean;
  /**
   * Which constants of other files count only when the file imports them: those used by a bare name (`CHECKOUT`), or
   * also members (`Flags.CHECKOUT`).
   */
  readonly constantsNeedImport?: 'variables' | 'variables and members';
  /** `CHECKOUT("key")` inside an enum is a constant. */
  readonly enumsHaveArguments?: boolean;
  /** `enabled? 'key'` and `enabled? :key` are calls. */
  readonly callsWithoutParentheses?: boolean;
  /** `define('CHECKOUT', 'key')` is a constant. */
  readonly constantsAreDefined?: boolean;
  /** Our packages are for this language, so calls under other names than theirs are looked for, too. */
  readonly hasOurPackages?: boolean;
}

/** A function that asks a feature-flag client for a key. */
export interface CallPattern {
  readonly client: Client;
  /** The functions' names, as the language spells them. */
  readonly names: readonly string[];
  /**
   * The indexes of the arguments that may be the key; default 0. Of several, the first literal is the key, otherwise the
   * first constant. An argument with one of the labels in `keyLabels` is the key at any index.
   */
  readonly key?: readonly number[];
  /**
   * Further evidence in the file, for names that other code uses too:
   * - `receiver`: the object of the call is called like a flag client (`client`, `this.features`), or the file mentions one;
   * - `client`: the object or the file mentions this client;
   * - `bunting`: the object is called like a flag client, or the file mentions Bunting or imports something with "flag" or "toggle" in its
   *   name. A function without an object counts if it was taken from such an object;
   * - `test client`: the object was created by createTestClient or createTestServerClient in this file. Only files that may have such an
   *   object are searched for the name.
   */
  readonly needs?: 'receiver' | 'client' | 'bunting' | 'test client';
  /** With fewer arguments the call needs both a file that mentions the client and an object called like one. */
  readonly minArguments?: number;
  /** The key must be in a list: `values(['a', 'b'])`. */
  readonly takesList?: boolean;
  /** Members of an argument that is an object, whose values are a key or a list of keys: `{ variable: 'checkout' }`. */
  readonly options?: readonly string[];
  /** Members of an argument that are objects with keys as names: `{ overrides: { checkout: true } }`; '' = the argument itself. */
  readonly objects?: readonly string[];
}

/** `<Name attribute="key">` in JSX and templates. */
export interface TagPattern {
  readonly client: Client;
  readonly name: string;
  readonly attribute: string;
  /** The attribute is an object with keys as names: `values={{ checkout: true }}`. */
  readonly namesKeys?: boolean;
}

export type Client = keyof typeof clientWords;

/** Words by which a file mentions the client. */
export const clientWords = {
  OpenFeature: /open[-_]?feature/i,
  LaunchDarkly: /launch[-_]?darkly|\bld_?client/i,
  Unleash: /unleash/i,
  Flagsmith: /flagsmith/i,
  GrowthBook: /growth[-_]?book/i,
  ConfigCat: /config_?cat/i,
  PostHog: /post_?hog/i,
  FeatureManagement: /FeatureManagement|FeatureManager/,
  Flipper: /flipper/i,
  Bunting: /bunting/i,
} as const;

/** Labels of the argument that is the key, in any language. */
export const keyLabels = new Set(
  (
    'key flagKey flag_key FlagKey Key forKey featureKey feature_key feature featureName feature_name flag flagName ' +
    'flag_name forFeatureId withID withId id for name toggleName toggle_name'
  ).split(' '),
);

/** Puts every type into every pattern: `spell(['Boolean', 'String'], 'get*Value', 'get*Details')`. */
export function spell(types: readonly string[], ...patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => types.map((type) => pattern.replace('*', type)));
}

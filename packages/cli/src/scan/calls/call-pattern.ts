/**
 * How a feature-flag client is asked for a key.
 *
 * `names`: the functions, as they are spelled in the language.
 * `key`: which argument is the key, counted from 0; several: the first of them that is a literal, else a constant. An
 *   argument with one of the labels in `keyLabels` is the key wherever it stands.
 * `needs`: what else must be seen, for names that other code uses too.
 *   - nothing: nobody else has such a function;
 *   - `receiver`: what it is called on sounds like flags (`client`, `this.features`), or the file speaks of a client;
 *   - `client`: the file or the receiver names this very client.
 */
export interface CallPattern {
  readonly client: Client;
  readonly names: readonly string[];
  readonly key?: readonly number[];
  readonly needs?: 'receiver' | 'client';
}

/** `<Name attribute="key">` in JSX and templates. */
export interface TagPattern {
  readonly client: Client;
  readonly name: string;
  readonly attribute: string;
}

export type Client = keyof typeof clientWords;

/** How a file shows that it uses the client. */
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
} as const;

/** Labels of the argument that is the key, in any language. */
export const keyLabels = new Set(
  (
    'key flagKey flag_key FlagKey Key forKey featureKey feature_key feature featureName feature_name flag flagName ' +
    'flag_name forFeatureId withID withId id for name toggleName toggle_name'
  ).split(' '),
);

/** Types spelled into names: `spell(['Boolean', 'String'], 'get*Value', 'get*Details')`. */
export function spell(types: readonly string[], ...patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => types.map((type) => pattern.replace('*', type)));
}

export type Case = readonly [what: string, files: Readonly<Record<string, string>>, where: string];

/** The files of each case, and the position of the only reference in them. */
export const followedConstants: readonly Case[] = [
  ['a constant of TypeScript', { 'a.ts': "const KEY = 'checkout';\nclient.isEnabled(KEY);" }, 'a.ts:2'],
  [
    'one with a type',
    { 'a.ts': "const KEY: FlagKey = 'checkout' as const;\nclient.isEnabled(KEY);" },
    'a.ts:2',
  ],
  [
    'an export used elsewhere',
    {
      'flags.ts': "export const KEY = 'checkout';",
      'use.ts': "import { KEY } from './flags';\nclient.isEnabled(KEY)",
    },
    'use.ts:2',
  ],
  [
    'an export renamed where it is imported',
    {
      'flags.ts': "export const KEY = 'checkout';",
      'use.ts': "import { KEY as CHECKOUT } from './flags';\nclient.isEnabled(CHECKOUT)",
    },
    'use.ts:2',
  ],
  [
    'a member of an object',
    {
      'flags.ts': "export const Flags = {\n  checkout: {\n    layout: 'checkout',\n  },\n} as const;",
      'use.tsx': "import { Flags } from './flags';\nuseFlag(Flags.checkout.layout, false)",
    },
    'use.tsx:2',
  ],
  [
    'a member of a frozen object on one line',
    { 'a.js': "const Flags = Object.freeze({ CHECKOUT: 'checkout' });\nclient.isEnabled(Flags.CHECKOUT)" },
    'a.js:2',
  ],
  [
    'a member in brackets',
    { 'a.js': "const Flags = {\n  KEY: 'checkout',\n};\nclient.isEnabled(Flags['KEY'])" },
    'a.js:4',
  ],
  [
    'a member of an enum',
    { 'a.ts': "enum Flag {\n  Checkout = 'checkout',\n}\nclient.isEnabled(Flag.Checkout)" },
    'a.ts:4',
  ],
  [
    'a member called key of what a file exports',
    {
      'flags/view-settings.js': "const Flag = {\n  key: 'checkout',\n};\nexports.default = Flag;",
      'use.js':
        "const view_settings_1 = require('./flags/view-settings');\nflags.isFeatureEnabled(view_settings_1.default.key)",
    },
    'use.js:2',
  ],
  [
    'a static member',
    {
      'a.ts':
        "class A {\n  static readonly KEY = 'checkout';\n  on() { return this.client.isEnabled(A.KEY); }\n}",
    },
    'a.ts:3',
  ],
  [
    'a namespace import',
    {
      'feature-flags.ts': "export const KEY = 'checkout';",
      'use.ts': "import * as featureFlags from './feature-flags';\nclient.isEnabled(featureFlags.KEY)",
    },
    'use.ts:2',
  ],
  ['a tag', { 'a.tsx': "const KEY = 'checkout';\n<FeatureFlag flagKey={KEY}>" }, 'a.tsx:2'],
  [
    'Python',
    { 'flags.py': 'KEY = "checkout"', 'use.py': 'from flags import KEY\nclient.is_enabled(KEY)' },
    'use.py:2',
  ],
  [
    'an enum of Python',
    { 'a.py': 'class Flag(str, Enum):\n    CHECKOUT = "checkout"\n\nclient.is_enabled(Flag.CHECKOUT.value)' },
    'a.py:4',
  ],
  [
    'Go, from another package',
    {
      'flags/keys.go': 'package flags\n\nconst (\n\tCheckout string = "checkout"\n)',
      'main.go': 'client.BooleanValue(ctx, flags.Checkout, false, evalCtx)',
    },
    'main.go:1',
  ],
  [
    'Java',
    {
      'Flags.java': 'final class Flags {\n    public static final String CHECKOUT = "checkout";\n}',
      'Use.java': 'client.boolVariation(Flags.CHECKOUT, context, false);',
    },
    'Use.java:1',
  ],
  [
    'an enum of Java with arguments',
    {
      'Flag.java': 'enum Flag {\n    CHECKOUT("checkout"),\n    OTHER("other");\n}',
      'Use.java': 'unleash.isEnabled(Flag.CHECKOUT.getKey());',
    },
    'Use.java:1',
  ],
  [
    'Kotlin, from Java',
    {
      'Flags.kt': 'object Flags {\n    const val CHECKOUT = "checkout"\n}',
      'Use.java': 'unleash.isEnabled(Flags.CHECKOUT);',
    },
    'Use.java:1',
  ],
  [
    'a companion of Kotlin',
    {
      'A.kt':
        'class A {\n    companion object {\n        const val KEY = "checkout"\n    }\n}\nunleash.isEnabled(A.KEY)',
    },
    'A.kt:6',
  ],
  [
    'Swift',
    {
      'A.swift':
        'enum Flags {\n    static let checkout: String = "checkout"\n}\nclient.boolVariation(forKey: Flags.checkout, defaultValue: false)',
    },
    'A.swift:4',
  ],
  [
    'a case of Swift',
    {
      'A.swift':
        'enum Flag: String {\n    case layout = "checkout"\n}\nunleash.isEnabled(name: Flag.layout.rawValue)',
    },
    'A.swift:4',
  ],
  [
    'a case of Swift by its short name',
    { 'A.swift': 'enum Flag: String {\n    case layout = "checkout"\n}\nunleash.isEnabled(name: .layout)' },
    'A.swift:4',
  ],
  [
    'C# with braces on their own lines',
    {
      'Flags.cs': 'public static class Flags\n{\n    public const string Checkout = "checkout";\n}',
      'Use.cs': 'await client.GetBooleanValueAsync(Flags.Checkout, false);',
    },
    'Use.cs:1',
  ],
  [
    'Ruby',
    { 'a.rb': "module Flags\n  CHECKOUT = 'checkout'.freeze\nend\nunleash.enabled?(Flags::CHECKOUT)" },
    'a.rb:4',
  ],
  [
    'PHP',
    {
      'a.php':
        "final class Flags\n{\n    const CHECKOUT = 'checkout';\n}\n$unleash->isEnabled(Flags::CHECKOUT);",
    },
    'a.php:5',
  ],
  [
    'define of PHP',
    { 'a.php': "define('CHECKOUT', 'checkout');\n$unleash->isEnabled(CHECKOUT);" },
    'a.php:2',
  ],
  [
    'an enum of PHP',
    {
      'a.php':
        "enum Flag: string\n{\n    case Layout = 'checkout';\n}\n$unleash->isEnabled(Flag::Layout->value);",
    },
    'a.php:5',
  ],
  [
    'Rust',
    { 'a.rs': 'const KEY: &\'static str = "checkout";\nclient.bool_variation(&context, KEY, false);' },
    'a.rs:2',
  ],
  [
    'Rust, from a module',
    {
      'src/flags.rs': 'pub const KEY: &str = "checkout";',
      'src/main.rs': 'client.is_enabled(flags::KEY, None, false);',
    },
    'src/main.rs:1',
  ],
  [
    'Dart',
    {
      'a.dart':
        "abstract class Flags {\n  static const checkout = 'checkout';\n}\nunleash.isEnabled(Flags.checkout);",
    },
    'a.dart:4',
  ],
  [
    'an enum of Dart with arguments',
    { 'a.dart': "enum Flag {\n  layout('checkout');\n}\nunleash.isEnabled(Flag.layout.key);" },
    'a.dart:4',
  ],
];

import { describe, expect, it } from '@jest/globals';
import { places, scanSources } from './scan-sources.ts';

type Case = readonly [what: string, files: Readonly<Record<string, string>>, where: string];

/** Each: the files, and where the only reference is. */
const followed: readonly Case[] = [
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

describe('a constant that holds a key', () => {
  it.each(followed)('is followed: %s', async (_, files, where) => {
    const { references, unresolved } = await scanSources(files);
    expect(places(references)).toEqual([`${where} checkout`]);
    expect(references[0]?.way).toBe('constant');
    expect(unresolved).toBe(0);
  });

  it('is chosen by what the file imports when two have its name', async () => {
    const { references } = await scanSources({
      'admin/flags.ts': "export const KEY = 'admin';",
      'shop/keys.ts': "export const KEY = 'checkout';",
      'shop/use.ts': "import { KEY } from './keys';\nclient.isEnabled(KEY)",
    });
    expect(places(references)).toEqual(['shop/use.ts:2 checkout']);
  });

  it('is chosen by what it stands in', async () => {
    const { references } = await scanSources({
      'a.ts': "export enum Shop {\n  Layout = 'checkout',\n}\nexport enum Admin {\n  Layout = 'admin',\n}",
      'b.ts': 'client.isEnabled(Admin.Layout)',
    });
    expect(places(references)).toEqual(['b.ts:1 admin']);
  });

  it('is left out and counted when nothing tells which of two it is', async () => {
    const { references, unresolved } = await scanSources({
      'a/x.ts': "export const KEY = 'one';",
      'b/y.ts': "export const KEY = 'two';",
      'c/z.ts': 'client.isEnabled(KEY)',
    });
    expect(places(references)).toEqual([]);
    expect(unresolved).toBe(1);
  });

  it('is the nearest before its use within one file', async () => {
    const { references } = await scanSources({
      'a.ts':
        "function one() {\n  const key = 'one';\n  client.isEnabled(key);\n}\n" +
        "function two() {\n  const key = 'two';\n  client.isEnabled(key);\n}\n",
    });
    expect(places(references)).toEqual(['a.ts:3 one', 'a.ts:7 two']);
  });

  it.each([
    ['a choice', "const KEY = beta ? 'checkout' : 'old';\nclient.isEnabled(KEY)"],
    ['a concatenation', "const KEY = 'checkout-' + name;\nclient.isEnabled(KEY)"],
    ['a comparison', "if (KEY === 'checkout') client.isEnabled(KEY)"],
    ['the default of a parameter', "function on(key = 'checkout') { return client.isEnabled(key) }"],
    ['another language', 'client.isEnabled(KEY)'],
  ])('is not made of %s', async (_, code) => {
    const { references } = await scanSources({ 'a.ts': code, 'b.py': 'KEY = "checkout"' });
    expect(places(references)).toEqual([]);
  });

  it('is recorded where it is used; where it is defined only when its key is known', async () => {
    const files = { 'a.ts': "const KEY = 'checkout';\nclient.isEnabled(KEY);" };
    expect(places((await scanSources(files)).references)).toEqual(['a.ts:2 checkout']);
    expect(places((await scanSources(files, { knownKeys: ['checkout'] })).references)).toEqual([
      'a.ts:1 checkout',
      'a.ts:2 checkout',
    ]);
  });
});

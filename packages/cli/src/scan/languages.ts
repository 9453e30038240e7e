import type { CallPattern, TagPattern } from './calls/call-pattern.ts';
import { csharpCalls } from './calls/csharp.ts';
import { dartCalls } from './calls/dart.ts';
import { goCalls } from './calls/go.ts';
import { javaCalls } from './calls/java.ts';
import { javascriptCalls, javascriptTags } from './calls/javascript.ts';
import { kotlinCalls } from './calls/kotlin.ts';
import { phpCalls } from './calls/php.ts';
import { pythonCalls } from './calls/python.ts';
import { rubyCalls } from './calls/ruby.ts';
import { rustCalls } from './calls/rust.ts';
import { swiftCalls } from './calls/swift.ts';

export interface Language {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly calls: readonly CallPattern[];
  readonly tags?: readonly TagPattern[];
  /** Languages of one family see each other's constants. */
  readonly family?: string;
  /** `CHECKOUT("key")` inside an enum is a constant. */
  readonly enumsHaveArguments?: boolean;
  readonly callsWithoutParentheses?: boolean;
  /** `define('CHECKOUT', 'key')` is a constant. */
  readonly constantsAreDefined?: boolean;
}

export const languages: readonly Language[] = [
  {
    name: 'TypeScript and JavaScript',
    extensions: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'astro'],
    calls: javascriptCalls,
    tags: javascriptTags,
  },
  { name: 'Python', extensions: ['py', 'pyi'], calls: pythonCalls },
  { name: 'Go', extensions: ['go'], calls: goCalls },
  { name: 'Java', extensions: ['java'], calls: javaCalls, family: 'JVM', enumsHaveArguments: true },
  { name: 'Kotlin', extensions: ['kt', 'kts'], calls: kotlinCalls, family: 'JVM', enumsHaveArguments: true },
  { name: 'Swift', extensions: ['swift'], calls: swiftCalls },
  { name: 'C#', extensions: ['cs', 'cshtml', 'razor'], calls: csharpCalls },
  {
    name: 'Ruby',
    extensions: ['rb', 'erb', 'rake', 'haml', 'slim'],
    calls: rubyCalls,
    callsWithoutParentheses: true,
  },
  { name: 'PHP', extensions: ['php', 'phtml'], calls: phpCalls, constantsAreDefined: true },
  { name: 'Rust', extensions: ['rs'], calls: rustCalls },
  { name: 'Dart', extensions: ['dart'], calls: dartCalls, enumsHaveArguments: true },
];

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);

export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : byExtension.get(path.slice(dot + 1).toLowerCase());
}

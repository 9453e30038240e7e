import { csharp } from './csharp.ts';
import { dart } from './dart.ts';
import { go } from './go.ts';
import { javascript } from './javascript.ts';
import { java, kotlin } from './jvm.ts';
import type { Language } from './language.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { swift } from './swift.ts';

export const languages: readonly Language[] = [
  javascript,
  python,
  go,
  java,
  kotlin,
  swift,
  csharp,
  ruby,
  php,
  rust,
  dart,
];

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);

/**
 * Returns the language of a file, by its extension; undefined for files in which only quotes and addresses are
 * searched.
 */
export function detectLanguage(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : byExtension.get(path.slice(dot + 1).toLowerCase());
}

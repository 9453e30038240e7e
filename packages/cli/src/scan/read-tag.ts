import type { TagPattern } from './calls/call-pattern.ts';
import { readArguments } from './read-arguments.ts';
import type { Call } from './read-call.ts';
import { keyFrom } from './key-characters.ts';

/** Reads `Name attribute="key"` from behind the `<`. */
export function readTag(text: string, at: number, tags: readonly TagPattern[]): Call | undefined {
  const tag = tags.find(({ name }) => text.startsWith(name, at) && !/\w/.test(text[at + name.length] ?? ''));
  if (tag === undefined) return undefined;
  const attributes = text.slice(at + tag.name.length, at + tag.name.length + 1_000);
  const end = attributes.search(/(?<!=)>/);
  const found = new RegExp(`\\s:?${tag.attribute}=(?:"([^"]*)"|'([^']*)'|\\{)`).exec(
    end < 0 ? attributes : attributes.slice(0, end),
  );
  if (found === null) return undefined;
  const literal = found[1] ?? found[2];
  if (literal !== undefined) {
    const key = keyFrom(literal);
    return key === undefined ? undefined : { client: tag.client, keys: [key], constants: [] };
  }
  const value = readArguments(attributes, found.index + found[0].length)[0]?.value;
  if (value?.kind === 'literal') return { client: tag.client, keys: [value.key], constants: [] };
  return value?.kind === 'name' ? { client: tag.client, keys: [], constants: [value.path] } : undefined;
}

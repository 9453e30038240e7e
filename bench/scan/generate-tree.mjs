import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRandom } from './random.mjs';
import { languages } from './sources.mjs';
import { words } from './words.mjs';

/** Generates slugs of two and three words, all different. */
export function generateKeys(count) {
  const random = createRandom(7);
  const keys = new Set();
  while (keys.size < count)
    keys.add(Array.from({ length: 2 + random.below(2) }, () => random.pick(words)).join('-'));
  return [...keys].toSorted((a, b) => (a < b ? -1 : 1));
}

/**
 * Writes code in eleven languages, with calls of flag clients, constants and other mentions of keys: about one file in five
 * contains a key. The tree is the same on every machine.
 */
export function generateTree(root, { files, bytes, keys }) {
  const random = createRandom(11);
  let written = 0;
  for (let i = 0; i < files; i++) {
    const language = languages[i % languages.length];
    const target = Math.round(((bytes - written) / (files - i)) * (0.4 + 1.2 * random.next()));
    const text = fileOf(random, language, target, keys);
    const path = join(root, pathOf(random, language, i));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    written += text.length;
  }
  return written;
}

function pathOf(random, language, i) {
  const folder = `${words[i % 20]}/${words[(i * 7) % 40]}`;
  return `src/${folder}/${random.pick(words)}_${random.pick(words)}_${i}.${language.extension}`;
}

function fileOf(random, language, bytes, keys) {
  const mentions = random.below(5) === 0 ? 1 + random.below(3) : 0;
  const lines = [];
  let length = 0;
  while (length < bytes) {
    const indent = ' '.repeat(language.indent * random.below(4));
    const line = indent + fill(random, random.pick(language.lines), keys);
    lines.push(line);
    length += line.length + 1;
  }
  for (let i = 0; i < mentions; i++)
    lines.splice(random.below(lines.length), 0, fill(random, random.pick(language.mentions), keys));
  return `${lines.join('\n')}\n`;
}

/** Fills slots: $a a name, $A the name of a type, $n a number, $s a short text, $k a key. */
function fill(random, template, keys) {
  return template.replaceAll(/\$([aAnsk])/g, (_, what) => {
    if (what === 'n') return String(random.below(1000));
    if (what === 'k') return random.pick(keys);
    const [first, second] = [random.pick(words), random.pick(words)];
    if (what === 's') return random.below(3) === 0 ? first : `${first} ${second}`;
    const camel = first + second[0].toUpperCase() + second.slice(1);
    return what === 'A' ? camel[0].toUpperCase() + camel.slice(1) : camel;
  });
}

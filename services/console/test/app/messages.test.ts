import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const web = join(import.meta.dirname, '../../web');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|schema\.d\.ts$/.test(path))
  .toSorted();

/** Places where a pattern is applied to a sentence of the server, or a sentence compared. */
const reading = [
  // /…/.exec(message), /…/.test(error.message)
  /\/[a-z]*\.(?:exec|test)\((?:\w+\.)*(?:message|subject|what)\)/,
  // message.match(…), subject.replace(…), what.split(…)
  /\b(?:message|subject|what)\??\.(?:match|matchAll|replace|replaceAll|split|startsWith|includes|search|slice)\(/,
  // message === 'must not be empty'
  /\b(?:message|subject)\s*[!=]==\s*['"`][^'"`$]/,
];

it('the scan knows what it looks for', () => {
  const wrong = [
    String.raw`const owner = /^belongs to (\S+)$/.exec(said.message)?.[1];`,
    `message.replace(/^segment /, '')`,
    `if (message === 'must not be empty')`,
    `subject.split(': ')`,
  ];
  expect(wrong.filter((line) => reading.some((pattern) => pattern.test(line)))).toEqual(wrong);
  expect(sources.length).toBeGreaterThan(300);
});

it('no code of the console reads a sentence of the server: errors have codes and resources, differences have "what"', () => {
  const found = sources.flatMap((path) =>
    readFileSync(join(web, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        reading.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

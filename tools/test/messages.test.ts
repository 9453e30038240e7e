import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const workspace = join(import.meta.dirname, '../..');
/** Programs that get errors from Bunting's APIs. */
const clients = [
  'services/console/web',
  ...['cli', 'client', 'node', 'openfeature', 'react', 'sdk-core'].map((name) => `packages/${name}/src`),
];
const sources = clients.flatMap((folder) =>
  readdirSync(join(workspace, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|schema\.d\.ts$/.test(path))
    .map((path) => `${folder}/${path}`)
    .toSorted(),
);

/** Code that matches a sentence of the server, or compares it. */
const reading = [
  // /…/.exec(message), /…/.test(error.message)
  /\/[a-z]*\.(?:exec|test)\((?:\w+\.)*(?:message|subject|what)\)/,
  // message.match(…), subject.replace(…), what.split(…)
  /\b(?:message|subject|what)\??\.(?:match|matchAll|replace|replaceAll|split|startsWith|endsWith|includes|indexOf|search|slice)\(/,
  // message === 'must not be empty'
  /\b(?:message|subject)\s*[!=]==\s*['"`][^'"`$]/,
];

it('the patterns find code that reads a sentence, and every client has sources', () => {
  const wrong = [
    String.raw`const owner = /^belongs to (\S+)$/.exec(said.message)?.[1];`,
    String.raw`const index = /\breferences\[(\d+)\]/.exec(failure.message)?.[1];`,
    `message.replace(/^segment /, '')`,
    `if (message === 'must not be empty')`,
    `subject.split(': ')`,
  ];
  expect(wrong.filter((line) => reading.some((pattern) => pattern.test(line)))).toEqual(wrong);
  expect(clients.filter((folder) => !sources.some((path) => path.startsWith(`${folder}/`)))).toEqual([]);
  expect(sources.length).toBeGreaterThan(400);
});

it('no client reads a sentence of the server: errors have codes, paths and resources, differences have "what"', () => {
  const found = sources.flatMap((path) =>
    readFileSync(join(workspace, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        reading.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

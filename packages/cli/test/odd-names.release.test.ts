import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startCoderefsService, type CoderefsService } from './coderefs-service.ts';
import { runBunting } from './run-bunting.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

let service: CoderefsService;
let repository: TemporaryRepository;
beforeAll(async () => {
  service = await startCoderefsService();
  repository = createRepository({ 'src/a.ts': "client.isEnabled('checkout-layout');\n" });
});
afterAll(async () => {
  repository.remove();
  await service.stop();
});

const push = () => runBunting(repository, ['refs', 'push'], service.env);
const recordedFiles = async () =>
  (await service.storedReferences('acme/shop'))
    .filter(({ state }) => state === 'recorded')
    .map(({ file }) => file);

/** Names that git tracks and the service refuses, with the text that the message shows. */
const namesThatCannotBeSent: readonly (readonly [what: string, name: string | Buffer, shown: string])[] = [
  ['a tab', 'a\tb.js', String.raw`a\u0009b.js`],
  ['a line break', 'a\nb.js', String.raw`a\u000ab.js`],
  ['a carriage return', 'a\rb.js', String.raw`a\u000db.js`],
  ['an escape sequence', 'a\u001b[31mb.js', String.raw`a\u001b[31mb.js`],
  ['DEL', 'a\u007fb.js', String.raw`a\u007fb.js`],
  ['a control character of C1', 'a\u009bb.js', String.raw`a\u009bb.js`],
  ['a control character in a folder', 'a\u0001/b.js', String.raw`a\u0001/b.js`],
  ['only blanks', ' ', ' '],
  ['only blanks of Unicode', '\u3000', '\u3000'],
  ['a drive', 'c:\\a.js', 'c:\\a.js'],
  ['a backslash first', '\\srv.js', '\\srv.js'],
  ['two dots between backslashes', 'a\\..\\b.js', 'a\\..\\b.js'],
  ['bytes that are no UTF-8', Buffer.from('latin-\xfc.js', 'latin1'), 'latin-\ufffd.js'],
  [
    'half a surrogate pair',
    Buffer.concat([Buffer.from('a'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('.js')]),
    'a\ufffd\ufffd\ufffd.js',
  ],
  ['1,025 characters', `${`${'d'.repeat(250)}/`.repeat(4)}${'f'.repeat(18)}.js`, `${'d'.repeat(100)}…`],
];

const namesThatCanBeSent: readonly (readonly [what: string, name: string])[] = [
  ['1,024 characters', `${`${'d'.repeat(250)}/`.repeat(4)}${'f'.repeat(17)}.js`],
  ['1,024 characters beyond U+FFFF', `${`${'\u{1f600}'.repeat(50)}/`.repeat(20)}a.js`],
  ['the replacement character', 'a\ufffdb.js'],
  ['characters that change the direction of text', 'a\u202eb.js'],
  ['a line separator of Unicode', 'a\u2028b.js'],
  ['quotes, brackets and a pipe', 'a"\'`<b>|[c](d).js'],
  ['dots', '...a..b.js'],
];

describe('refs push', () => {
  it.each(namesThatCannotBeSent)('push everything but a file whose name has %s', async (_, name, shown) => {
    const file = typeof name === 'string' ? Buffer.from(name) : name;
    const path = Buffer.concat([Buffer.from(`${repository.folder}/`), file]);
    mkdirSync(dirname(path.toString('latin1')), { recursive: true });
    writeFileSync(path, "client.isEnabled('checkout-layout');\n");
    repository.commit();
    try {
      const { code, stderr } = await push();
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr).toContain(`Skipped 1 file: 1 with a name that cannot be sent ("${shown}").`);
      expect(stderr).toContain('to shop: 1 reference, 1 of them to variables of the project.');
      expect(await recordedFiles()).toEqual(['src/a.ts']);
    } finally {
      rmSync(path);
      repository.commit();
    }
  });

  it.each(namesThatCanBeSent)('push a file whose name has %s', async (_, name) => {
    repository.commit({ [name]: "client.isEnabled('checkout-layout');\n" });
    try {
      expect(await push()).toMatchObject({ code: 0 });
      expect(await recordedFiles()).toContain(name);
    } finally {
      rmSync(join(repository.folder, name));
      repository.commit();
    }
  });
});

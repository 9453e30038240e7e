import { describe, expect, it } from '@jest/globals';
import { packDocuments } from './packed-documents.ts';

describe('packed documents', () => {
  it('are read back one by one unchanged, in any script', () => {
    const documents = [{ a: [1.5, null, 'ünïcödé 漢字 😀'] }, {}, { 'line\n': '\u0000\u2028' }, 'last'];
    const source = packDocuments(documents.map((document) => JSON.stringify(document)));
    expect(documents.map((_, index) => source.read(index))).toStrictEqual(documents);
    expect(source.read(2)).toStrictEqual(documents[2]);
  });
});

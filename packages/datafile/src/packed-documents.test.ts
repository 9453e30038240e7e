import { describe, expect, it } from '@jest/globals';
import { packDocuments } from './packed-documents.ts';

describe('packed documents', () => {
  it('come back one by one as they were, in any script', () => {
    const documents = [{ a: [1.5, null, 'ünïcödé 漢字 😀'] }, {}, { 'line\n': '\u0000\u2028' }, 'last'];
    const sources = packDocuments(documents.map((document) => JSON.stringify(document)));
    expect(sources.map((source) => source.read())).toStrictEqual(documents);
    expect(sources[2]?.read()).toStrictEqual(documents[2]);
  });

  it('take a fraction of their texts', () => {
    const texts = Array.from({ length: 8 }, (_, n) =>
      JSON.stringify({ variations: [{ slug: 'on', values: [n] }] }),
    );
    const [source] = packDocuments(texts) as unknown as { packed: string }[];
    expect(source!.packed.length).toBeLessThan(texts.join('').length / 3);
  });
});

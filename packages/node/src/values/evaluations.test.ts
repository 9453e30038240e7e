import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toScript, type Evaluations } from './evaluations.ts';

const withValue = (value: string): Evaluations => ({
  version: 1,
  results: {
    a: { key: 'a', value, variation: 'on', reason: 'default_variation', feature: 'f' },
  },
});

describe('toScript', () => {
  it('leaves nothing that ends a script or begins a comment', () => {
    expect(toScript(withValue('</script><!-- &\u2028\u2029'))).toContain(
      String.raw`\u003c/script\u003e\u003c!-- \u0026\u2028\u2029`,
    );
  });

  it('is JSON that reads as the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const script = toScript(withValue(text));
        expect(JSON.parse(script)).toEqual(JSON.parse(JSON.stringify(withValue(text))));
        expect(script).not.toMatch(/[<>&\u2028\u2029]/);
      }),
    );
  });
});

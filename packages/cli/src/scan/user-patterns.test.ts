import { describe, expect, it } from '@jest/globals';
import { createPatternMatcher, problemOfPattern } from './user-patterns.ts';
import { keysIn, occurrences, scanSources } from '../../test/scan-sources.ts';

const pattern = (text: string, files?: readonly string[]) => ({ pattern: text, files });

describe('a pattern of bunting.yaml', () => {
  it('finds what its group captures, in any text file', async () => {
    const patterns = [pattern('flagged by "([^"]+)"')];
    expect(await keysIn('a.feature', 'Scenario flagged by "checkout"', { patterns })).toEqual(['checkout']);
  });

  it('is searched only in the files that it names', async () => {
    const { references } = await scanSources(
      { 'web/a.txt': 'on(x)', 'web/b.md': 'on(y)', 'docs/c.txt': 'on(z)' },
      { patterns: [pattern(String.raw`on\((\w+)\)`, ['web/*.txt'])] },
    );
    expect(occurrences(references)).toEqual(['web/a.txt:1 x']);
  });

  it('matches ^ and $ at line breaks, and finds the line behind multi-byte characters', async () => {
    const { references } = await scanSources(
      { 'a.txt': 'größer 😀\nflag: checkout\n' },
      { patterns: [pattern(String.raw`^flag: (\S+)$`)] },
    );
    expect(references).toMatchObject([
      { key: 'checkout', line: 2, snippet: 'flag: checkout', way: 'pattern' },
    ]);
  });

  it('takes linear time where a backtracking engine would hang', async () => {
    const patterns = [pattern('(a+)+$'), pattern('^(?:.*a){20}(b)')];
    expect(await keysIn('a.txt', `${'a'.repeat(50_000)}!`, { patterns })).toEqual([]);
  });

  it('is given up for all its files once its matches have taken too long', async () => {
    const patterns = [pattern('a.*b|(a)', ['*.txt'])];
    const match = await createPatternMatcher(patterns, 1_000);
    expect(match?.('a.txt', Buffer.from('a a'))).toHaveLength(2);
    expect(match?.('a.txt', Buffer.from('a'.repeat(200_000)))).toBeUndefined();
    expect(match?.('b.txt', Buffer.from('a'))).toBeUndefined();
    expect(match?.('b.md', Buffer.from('a'))).toEqual([]);
  });

  it('is refused if it compiles to too large a program', async () => {
    expect(await problemOfPattern('(a?){1000}')).toBeUndefined();
    expect(await problemOfPattern('((?:a?){1000}(?:b?){1000}(?:c?){1000})')).toContain('repeats too much');
  });
});

import { describe, expect, it } from '@jest/globals';
import { HttpError } from './http-error.ts';

const detailsOf = ({ text }: HttpError) =>
  (JSON.parse(text) as { details: { path: string; message: string }[] }).details;

describe('the text of an error', () => {
  it.each([
    ['a path of a megabyte', 1, { path: 'a'.repeat(1_000_000), message: 'is not a known member' }],
    ['messages that quote what was given', 50_000, { path: 'a', message: '"\\\u0001'.repeat(5_000) }],
    ['many small ones', 1_000_000, { path: 'a', message: 'b' }],
  ])('is at most 64 KiB long, whatever is wrong: %s', (_, count, detail) => {
    const error = new HttpError(400, 'x'.repeat(100_000), {
      details: Array(count).fill(detail) as object[] as never,
    });
    expect(Buffer.byteLength(error.text)).toBeLessThanOrEqual(64 * 1024);
    if (count > 1)
      expect(detailsOf(error).at(-1)).toEqual({ path: '', message: 'and more', code: 'omitted' });
    expect(error.text.isWellFormed()).toBe(true);
  });

  it('reads no more problems than it lists', () => {
    let found = 0;
    function* endless() {
      for (;;) yield { path: `a[${(found += 1)}]`, message: 'is wrong' };
    }
    const error = new HttpError(400, 'Wrong.', { details: endless(), maxDetails: 20 });
    expect(detailsOf(error)).toHaveLength(21);
    expect(found).toBe(21);
    const untilFull = new HttpError(400, 'Wrong.', { details: endless() });
    expect(detailsOf(untilFull).length).toBeLessThan(3_000);
    expect(found).toBeLessThan(3_000);
  });

  it('lists all problems if there are few', () => {
    const details = [{ path: 'a', message: 'is required', code: 'required' }];
    expect(detailsOf(new HttpError(400, 'Wrong.', { details, maxDetails: 1 }))).toEqual(details);
  });

  it('gives a problem without a code the code `invalid`, and names what it is about', () => {
    const resource = { kind: 'feature', slug: 'checkout' };
    const details = [{ path: 'a', message: 'is odd', resource }];
    const error = new HttpError(409, 'Wrong.', { details, resource });
    expect(detailsOf(error)).toEqual([{ ...details[0], code: 'invalid' }]);
    expect(JSON.parse(error.text)).toMatchObject({ resource });
  });

  it('shortens the name of a resource, which may be as long as the path of a request', () => {
    const error = new HttpError(404, 'Not here.', { resource: { kind: 'feature', slug: 'x'.repeat(5_000) } });
    expect(Buffer.byteLength(error.text)).toBeLessThan(1_200);
  });
});

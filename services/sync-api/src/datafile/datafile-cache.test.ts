import { describe, expect, it } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { errors, type HttpError } from '@bunting/service';
import { createDatafileCache, type MadeDatafile } from './datafile-cache.ts';

const madeOf = (text: string): MadeDatafile => ({ version: 1, extent: 'whole', text });
/** Returns text that gzip hardly shortens. */
const randomText = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(33 + Math.floor(Math.random() * 90))).join('');

/** Counts how often each name is made. */
function counting(text: (name: string) => string) {
  const made: string[] = [];
  return {
    made,
    make: (name: string) => () => {
      made.push(name);
      return Promise.resolve(madeOf(text(name)));
    },
  };
}

describe('a datafile', () => {
  it('is made once, also for those who ask at once', async () => {
    const { made, make } = counting(() => 'text');
    const cache = createDatafileCache({ maxBytes: 1_000_000 });
    await Promise.all(['a', 'a', 'b'].map((name) => cache.get('acme', name, make(name))));
    await cache.get('acme', 'a', make('a'));
    expect(made).toEqual(['a', 'b']);
  });

  it('is compressed once for each coding: the same bytes are given again', async () => {
    const cache = createDatafileCache({ maxBytes: 1_000_000 });
    const [first, second] = await Promise.all(
      ['a', 'a'].map((name) => cache.get('acme', name, counting(() => 'text').make(name))),
    );
    for (const encoding of ['gzip', 'br'] as const) {
      expect(await first!.read(encoding)).toBe(await second!.read(encoding));
    }
    expect(gunzipSync(await first!.read('gzip')).toString()).toBe('text');
    expect(brotliDecompressSync(await first!.read('br')).toString()).toBe('text');
  });

  it('that cannot be made is asked for anew', async () => {
    const cache = createDatafileCache({ maxBytes: 1_000_000 });
    await expect(cache.get('acme', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await cache.get('acme', 'a', counting(() => 'text').make('a'))).version).toBe(1);
  });
});

describe('datafiles', () => {
  it('are made two at a time; a hundred others wait, and more are refused', async () => {
    const cache = createDatafileCache({ maxBytes: 1_000_000 });
    let making = 0;
    let most = 0;
    let go = () => {};
    const allAsked = new Promise<void>((resolve) => (go = resolve));
    const make = async () => {
      most = Math.max(most, (making += 1));
      await allAsked;
      making -= 1;
      return madeOf('text');
    };
    const asked = Array.from({ length: 110 }, (_, n) => cache.get(`organisation ${n}`, `${n}`, make));
    go();
    const outcomes = await Promise.allSettled(asked);
    expect(most).toBe(2);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.map((each) => (each as PromiseRejectedResult).reason as unknown)).toEqual(
      Array.from({ length: 8 }, () => errors.unavailable),
    );
    expect((await cache.get('acme', '109', make)).version).toBe(1);
  });
});

describe('the datafiles of one organisation', () => {
  it('are made one at a time, and leave room for those of others', async () => {
    const cache = createDatafileCache({ maxBytes: 1_000_000 });
    let making = 0;
    let go = () => {};
    const allAsked = new Promise<void>((resolve) => (go = resolve));
    const make = async () => {
      making += 1;
      await allAsked;
      return madeOf('text');
    };
    const asked = Array.from({ length: 110 }, (_, n) => cache.get('flooding', `${n}`, make));
    const outcomes = Promise.allSettled(asked);
    const other = await cache.get('other', 'its own', counting(() => 'text').make('its own'));
    expect([other.version, making]).toEqual([1, 1]);
    go();
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    const reasons = refused.map((each) => (each as PromiseRejectedResult).reason as HttpError);
    expect(reasons.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 9 }, () => [429, 'organisation_share_exceeded']),
    );
  });
});

describe('the cache', () => {
  it('keeps as many bytes as it may, and drops those that nobody has asked for the longest time', async () => {
    const { made, make } = counting(() => randomText(20_000));
    const cache = createDatafileCache({ maxBytes: 50_000 });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get('acme', name, make(name));
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    expect(cache.bytes()).toBeGreaterThan(20_000);
    expect(cache.bytes()).toBeLessThanOrEqual(50_000);
  });

  it('drops those of an organisation that has more than a quarter before those of others', async () => {
    const { made, make } = counting(() => randomText(20_000));
    const cache = createDatafileCache({ maxBytes: 100_000 });
    await cache.get('other', 'its own', make('its own'));
    for (let n = 0; n < 20; n += 1) await cache.get('flooding', `${n}`, make(`${n}`));
    await cache.get('other', 'its own', make('its own'));
    expect(made.filter((name) => name === 'its own')).toHaveLength(1);
  });

  it('counts what is added when brotli is asked for, and nothing of what was dropped meanwhile', async () => {
    const cache = createDatafileCache({ maxBytes: 50_000 });
    const kept = await cache.get('acme', 'a', counting(() => randomText(20_000)).make('a'));
    const before = cache.bytes();
    const { byteLength } = await kept.read('br');
    expect(cache.bytes()).toBe(before + byteLength);
    cache.forget('a');
    expect(cache.bytes()).toBe(0);
    await kept.read('br');
    expect(cache.bytes()).toBe(0);
  });

  it('of no bytes answers all the same', async () => {
    const cache = createDatafileCache({ maxBytes: 0 });
    const datafile = await cache.get('acme', 'a', counting(() => 'text').make('a'));
    expect(gunzipSync(await datafile.read('gzip')).toString()).toBe('text');
    expect(cache.bytes()).toBe(0);
  });
});

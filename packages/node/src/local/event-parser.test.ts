import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEventParser, LineTooLong, mostLineLength } from './event-parser.ts';

const text =
  'retry: 1234\nid: 41\n\n:\n\nid: 42\nevent: message\ndata: {"etag":"v42"}\n\n:\n\nid: 44\ndata: {}\ndata: {}\n\n';

describe('a stream of events', () => {
  it('has an event for each block with data, a version, and the time until a reconnect', () => {
    const parser = createEventParser();
    expect(parser.read(text)).toEqual([{ version: 42 }, { version: 44 }]);
    expect([parser.lastEventId(), parser.retryMs()]).toEqual(['44', 1234]);
  });

  it('has the same events however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const ends = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const parser = createEventParser();
        const events = ends.slice(1).flatMap((end, index) => parser.read(text.slice(ends[index], end)));
        expect(events).toEqual([{ version: 42 }, { version: 44 }]);
      }),
    );
  });

  it('knows the id of a block without data, which is no event', () => {
    const parser = createEventParser();
    expect(parser.read('retry: 1\nid: 41\n\n')).toEqual([]);
    expect(parser.lastEventId()).toBe('41');
  });

  it('ignores what is no version and no time', () => {
    const parser = createEventParser();
    expect(parser.read('id: x\nretry: soon\ndata: {}\n\n')).toEqual([]);
    expect([parser.lastEventId(), parser.retryMs()]).toEqual([undefined, undefined]);
  });

  it('has no line without end', () => {
    const parser = createEventParser();
    parser.read('x'.repeat(mostLineLength));
    expect(() => parser.read('x')).toThrow(LineTooLong);
  });
});

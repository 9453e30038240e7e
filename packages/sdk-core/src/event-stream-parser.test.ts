import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEventStreamParser, EventTooLong, maxEventLength } from './event-stream-parser.ts';

const text =
  'retry: 1234\nid: 41\n\n:\n\nid: 42\nevent: change\ndata: {"etag":"v42"}\n\n:\n\nid: 44\ndata: {}\ndata: {}\n\n';
const events = [
  { id: '42', event: 'change', data: '{"etag":"v42"}' },
  { id: '44', event: 'message', data: '{}\n{}' },
];

describe('a stream of events', () => {
  it('has an event for each block with data, and the time until a reconnect', () => {
    const parser = createEventStreamParser();
    expect(parser.read(text)).toEqual(events);
    expect([parser.lastEventId(), parser.retryMs()]).toEqual(['44', 1234]);
  });

  it('has the same events however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const ends = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const parser = createEventStreamParser();
        expect(ends.slice(1).flatMap((end, index) => parser.read(text.slice(ends[index], end)))).toEqual(
          events,
        );
      }),
    );
  });

  it.each(['\r\n', '\r'])('may end its lines with %j, cut anywhere', (end) => {
    const other = `${text.replaceAll('\n', end)}:`;
    for (let cut = 0; cut <= other.length; cut++) {
      const parser = createEventStreamParser();
      expect([...parser.read(other.slice(0, cut)), ...parser.read(other.slice(cut))]).toEqual(events);
    }
  });

  it('knows the id of a block without data, which is no event', () => {
    const parser = createEventStreamParser();
    expect(parser.read('retry: 1\nid: 41\n\n')).toEqual([]);
    expect(parser.lastEventId()).toBe('41');
  });

  it('gives an event the last id of the stream', () => {
    expect(createEventStreamParser().read('data: a\n\nid: 1\n\ndata: b\n\n')).toEqual([
      { id: undefined, event: 'message', data: 'a' },
      { id: '1', event: 'message', data: 'b' },
    ]);
  });

  it('forgets the name of a block without data', () => {
    const [event] = createEventStreamParser().read('event: change\n\ndata: a\n\n');
    expect(event).toMatchObject({ event: 'message' });
  });

  it('ignores an id that is none, and a time that is none', () => {
    const parser = createEventStreamParser((id) => /^\d+$/.test(id));
    expect(parser.read('id: x\nretry: soon\ndata: {}\n\n')).toEqual([
      { id: undefined, event: 'message', data: '{}' },
    ]);
    expect([parser.lastEventId(), parser.retryMs()]).toEqual([undefined, undefined]);
  });

  it('has no line without end', () => {
    const parser = createEventStreamParser();
    parser.read('x'.repeat(maxEventLength));
    expect(() => parser.read('x')).toThrow(EventTooLong);
  });

  it('has no event without end', () => {
    const parser = createEventStreamParser();
    const half = `data: ${'x'.repeat(maxEventLength / 2)}\n`;
    parser.read(half);
    expect(() => parser.read(half)).toThrow(EventTooLong);
  });
});

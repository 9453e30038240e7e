import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '@bunting/async/testing';
import { createTopic, type Topic } from './topic.ts';
import type { Connection } from './connection.ts';
import { createPacer } from './pacer.ts';

function startPacer(perSecond: number) {
  const clock = createManualClock();
  const sent: { connection: Connection; at: number; text: string }[] = [];
  const pacer = createPacer({
    perSecond,
    clock,
    send(connection) {
      sent.push({ connection, at: clock.now(), text: connection.topic.eventFor(connection).toString() });
      connection.notified = connection.topic.sequence;
    },
  });
  return { clock, sent, pacer };
}

function topicOf(count: number, isSecret = false): Topic<Connection> {
  const topic = createTopic<Connection>({ environmentId: 'e', isSecret, version: 1, loadedAt: 0 });
  for (let n = 0; n < count; n++) {
    topic.connections.add({ topic, notified: topic.sequence, keyHash: String(n) } as Connection);
  }
  return topic;
}

const change = (version: number, ...names: string[]) => ({ version, at: 0, names: new Set(names) });

describe('the pace', () => {
  it('is so many streams a second', () => {
    const { clock, sent, pacer } = startPacer(1_000);
    const topic = topicOf(3_000);
    topic.add(change(2, 'a'));
    pacer.notify(topic);
    clock.advance(1_000);
    expect(sent.length).toBeGreaterThanOrEqual(1_000);
    expect(sent.length).toBeLessThanOrEqual(1_100);
    clock.advance(2_000);
    expect(new Set(sent.map(({ connection }) => connection)).size).toBe(3_000);
    expect(sent).toHaveLength(3_000);
  });

  it('may be less than one in a tick', () => {
    const { clock, sent, pacer } = startPacer(1);
    const topic = topicOf(3);
    topic.add(change(2, 'a'));
    pacer.notify(topic);
    clock.advance(2_100);
    expect(sent).toHaveLength(3);
  });
});

describe('the order', () => {
  it('has secret keys first, whoever was asked for first', () => {
    const { clock, sent, pacer } = startPacer(1_000);
    const [client, secret] = [topicOf(500), topicOf(200, true)];
    for (const topic of [client, secret]) {
      topic.add(change(2, 'a'));
      pacer.notify(topic);
    }
    clock.advance(1_000);
    const secretAt = sent.flatMap(({ connection }, index) => (connection.topic === secret ? [index] : []));
    expect(secretAt).toHaveLength(200);
    // The rest of the first burst went to clients before the secret keys had a change.
    expect(Math.max(...secretAt)).toBeLessThanOrEqual(300);
  });

  it('is random among client keys', () => {
    const { clock, sent, pacer } = startPacer(1_000);
    const topic = topicOf(200);
    topic.add(change(2, 'a'));
    pacer.notify(topic);
    clock.advance(1_000);
    const order = sent.map(({ connection }) => Number(connection.keyHash));
    expect(order).not.toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toEqual(order.toSorted((a, b) => b - a));
  });
});

describe('a change during the pass over the one before', () => {
  it('goes with it to those who were not notified yet, and by itself to the others: nobody hears of a version twice', () => {
    const { clock, sent, pacer } = startPacer(1_000);
    const topic = topicOf(1_000);
    topic.add(change(2, 'a'));
    pacer.notify(topic);
    clock.advance(300);
    const early = sent.length;
    topic.add(change(3, 'b'));
    pacer.notify(topic);
    clock.advance(5_000);
    expect(sent).toHaveLength(1_000 + early);
    const texts = sent.map(({ text }) => /id: (\d+).*"changed":(\[.*\])/s.exec(text)!.slice(1).join(' '));
    expect(texts.filter((text) => text === '2 ["a"]')).toHaveLength(early);
    expect(texts.filter((text) => text === '3 ["a","b"]')).toHaveLength(1_000 - early);
    expect(texts.filter((text) => text === '3 ["b"]')).toHaveLength(early);
  });

  it('names no variables to somebody who has missed more changes than are remembered', () => {
    const { clock, sent, pacer } = startPacer(1_000);
    const topic = topicOf(1);
    for (let version = 2; version < 200; version++) topic.add(change(version, `variable-${version}`));
    pacer.notify(topic);
    clock.advance(100);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).not.toContain('changed');
  });
});

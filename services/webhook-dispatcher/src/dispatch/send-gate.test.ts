import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createSendLimiter, maxUnrecorded, type Passage } from './send-gate.ts';

function createFilledLimiter(): { gate: ReturnType<typeof createSendLimiter>; passages: Passage[] } {
  const passages: Passage[] = [];
  const gate = createSendLimiter(() => {});
  for (let n = 0; n < 30; n++) void gate.enter('acme').then((passage) => passages.push(passage));
  return { gate, passages };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** Lets everybody go on who need not wait for a timer. */
const settle = () => pass(0);

/** A gate that has seen records of about so long. */
async function createPacedLimiter(recordMs: number): Promise<ReturnType<typeof createFilledLimiter>> {
  const paced = createFilledLimiter();
  await settle();
  for (const passage of paced.passages) passage.noteAnswer();
  await pass(recordMs);
  for (const passage of paced.passages.splice(0)) passage.end();
  await settle();
  return paced;
}

it.each([
  [0, 10],
  [2_000, 10],
  [2_200, 11],
  [4_800, 24],
  [1_000_000, 24],
])('after %i records %i may be sent and not recorded', (recorded, most) => {
  expect(maxUnrecorded(recorded)).toBe(most);
});

describe('the gate', () => {
  it('lets in ten, and one more for each that is recorded', async () => {
    const { gate, passages } = createFilledLimiter();
    await settle();
    expect([passages.length, gate.waiting()]).toEqual([10, 20]);
    for (const passage of passages.slice(0, 3)) passage.noteAnswer();
    await settle();
    expect(passages.length).toBe(10);
    for (const passage of passages.slice(0, 3)) passage.end();
    await settle();
    expect([passages.length, gate.waiting()]).toEqual([13, 17]);
  });

  it('lets others in while receivers take their time, and waits for the record of what they answer', async () => {
    const { gate, passages } = await createPacedLimiter(1);
    while (gate.waiting() > 0) await pass(5); // nobody answers
    for (const passage of passages.slice(0, 10)) passage.noteAnswer();
    const next = gate.enter('acme');
    await pass(2_000);
    expect(gate.waiting()).toBe(1);
    passages[0]!.end();
    await next;
    expect(gate.waiting()).toBe(0);
  });

  it('is as patient as records are slow', async () => {
    const { passages } = await createPacedLimiter(100);
    expect(passages.length).toBe(10);
    await pass(399);
    expect(passages.length).toBe(10);
    await pass(1);
    expect(passages.length).toBe(20);
  });

  it('tells whenever fewer wait', async () => {
    let told = 0;
    const gate = createSendLimiter(() => (told += 1));
    const passage = await gate.enter('acme');
    const before = told;
    passage.end();
    expect(told).toBeGreaterThan(before);
  });
});

it('lets organisations in by turns, however many attempts one has waiting', async () => {
  const { gate, passages } = createFilledLimiter();
  const entered: string[] = [];
  for (const organisation of ['globex', 'initech', 'globex']) {
    void gate.enter(organisation).then(() => entered.push(organisation));
  }
  await settle();
  expect([passages.length, entered]).toEqual([10, []]);
  for (const passage of passages.slice(0, 3)) passage.end();
  await settle();
  expect(entered).toEqual(['globex', 'initech']);
});

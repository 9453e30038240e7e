import { expect, it } from '@jest/globals';
import { createPendingEndpoints, settleAll } from './wakes.ts';

const namesOf = (wakes: readonly { endpointId: string }[]) => wakes.map(({ endpointId }) => endpointId);

it('an endpoint is looked at once for all who ask, and they hear of it', async () => {
  const wakes = createPendingEndpoints();
  const looked = [wakes.add('e', '1'), wakes.add('e', '2')];
  const [wake, ...others] = wakes.take(10);
  expect([wake!.endpointId, [...wake!.named], others, wakes.size()]).toEqual(['e', ['1', '2'], [], 0]);
  settleAll([wake!]);
  await Promise.all(looked);
});

it('organisations take turns, however many endpoints one has', () => {
  const wakes = createPendingEndpoints();
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']) void wakes.add(id);
  expect(wakes.strangers()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']);
  for (const id of wakes.strangers()) wakes.introduce(id, id[0]!);
  expect(wakes.strangers()).toEqual([]);
  expect(namesOf(wakes.take(4))).toEqual(['a1', 'b1', 'c1', 'a2']);
  void wakes.add('b1');
  expect(namesOf(wakes.take(Infinity))).toEqual(['c2', 'a3', 'b1', 'a4']);
  expect(wakes.size()).toBe(0);
});

it('what is put back is behind the others of its organisation, with all that it had', () => {
  const wakes = createPendingEndpoints();
  for (const id of ['a1', 'a2']) wakes.introduce(id, 'a');
  void wakes.add('a1', 'delivery');
  void wakes.add('a2');
  wakes.putBack(wakes.take(1));
  const taken = wakes.take(2);
  expect(namesOf(taken)).toEqual(['a2', 'a1']);
  expect([...taken[1]!.named]).toEqual(['delivery']);
});

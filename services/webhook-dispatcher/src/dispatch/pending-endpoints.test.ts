import { expect, it } from '@jest/globals';
import { createPendingEndpoints, finish } from './pending-endpoints.ts';

const namesOf = (endpoints: readonly { endpointId: string }[]) =>
  endpoints.map(({ endpointId }) => endpointId);

it('an endpoint is checked once for all callers that wait for it, and each of them is notified', async () => {
  const pending = createPendingEndpoints();
  const looked = [pending.add('e', '1'), pending.add('e', '2')];
  const [endpoint, ...others] = pending.take(10);
  expect([endpoint!.endpointId, [...endpoint!.deliveryIds], others, pending.size()]).toEqual([
    'e',
    ['1', '2'],
    [],
    0,
  ]);
  finish([endpoint!]);
  await Promise.all(looked);
});

it('organisations take turns, however many endpoints one has', () => {
  const pending = createPendingEndpoints();
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']) void pending.add(id);
  expect(pending.withoutOrganisation()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']);
  for (const id of pending.withoutOrganisation()) pending.setOrganisation(id, id[0]!);
  expect(pending.withoutOrganisation()).toEqual([]);
  expect(namesOf(pending.take(4))).toEqual(['a1', 'b1', 'c1', 'a2']);
  void pending.add('b1');
  expect(namesOf(pending.take(Infinity))).toEqual(['c2', 'a3', 'b1', 'a4']);
  expect(pending.size()).toBe(0);
});

it('an endpoint that is put back is behind the others of its organisation, with its jobs and callbacks', () => {
  const pending = createPendingEndpoints();
  for (const id of ['a1', 'a2']) pending.setOrganisation(id, 'a');
  void pending.add('a1', 'delivery');
  void pending.add('a2');
  pending.putBack(pending.take(1));
  const taken = pending.take(2);
  expect(namesOf(taken)).toEqual(['a2', 'a1']);
  expect([...taken[1]!.deliveryIds]).toEqual(['delivery']);
});

import type { User } from '@bunting/sdk-core';
import fc from 'fast-check';

/** The values that JavaScript may pass where TypeScript expects a user, a key or a list. */
export const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
});

const failing = (): never => {
  throw new Error('getter');
};

/** Users with a getter that throws, by its name. */
export const unreadableUsers: readonly [string, User][] = [
  ['id', Object.defineProperty({}, 'id', { get: failing, enumerable: true })],
  ['country', Object.defineProperty({ id: 'user-1' }, 'country', { get: failing, enumerable: true })],
  [
    'customData',
    { id: 'user-1', customData: Object.defineProperty({}, 'plan', { get: failing, enumerable: true }) },
  ],
];

/** Values that JSON changes, leaves out or cannot write. Each is made anew, since some of them change when they are read. */

class Money {
  readonly cents = 1_000;
  toJSON(): number {
    return this.cents / 100;
  }
}

class Plain {
  readonly plan = 'pro';
  get hidden(): string {
    return 'inherited';
  }
}

class Tags extends Array<string> {}

const boxed = (value: unknown): unknown => Object(value);
const withToJson = (toJSON: (name: string) => unknown) => ({ toJSON });
const getter = (get: () => unknown, enumerable = true) =>
  Object.defineProperty({}, 'plan', { get, enumerable, configurable: true });
const failing = (): never => {
  throw new Error('it fails');
};

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'a';
  for (let n = 0; n < depth; n++) value = wrap(value);
  return value;
}

/** Returns an object that contains itself. */
function cyclic(): object {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}

/** Values that JSON can write, by name. */
export const writableValues: Readonly<Record<string, () => unknown>> = {
  'a text': () => 'a',
  'an empty text': () => '',
  'a number as text': () => '42',
  'an address as text': () => 'Jo@Acme.example',
  'half a character': () => 'a\ud800',
  'another half': () => '\udc00a',
  'a control character': () => 'a\u0000b\u2028',
  'a text beyond the limit of conditions': () => 'a'.repeat(20_000),
  'a whole number': () => 42,
  'a fraction': () => 10.5,
  zero: () => 0,
  'minus zero': () => -0,
  'a huge number': () => 1e300,
  'a number with an exponent': () => 1e21,
  'a number beyond 2^53': () => 9_007_199_254_740_994,
  'not a number': () => NaN,
  infinity: () => Infinity,
  'minus infinity': () => -Infinity,
  true: () => true,
  false: () => false,
  null: () => null,
  undefined: () => undefined,
  'a symbol': () => Symbol('a'),
  'a function': () => () => 1,
  'a function with toJSON': () =>
    Object.assign(
      () => 1,
      withToJson(() => 'a'),
    ),
  'a class': () => Money,
  'a date': () => new Date('2026-06-02'),
  'no date': () => new Date(Number.NaN),
  'a boxed text': () => boxed('ca'),
  'a boxed number': () => boxed(42),
  'boxed not a number': () => boxed(NaN),
  'a boxed boolean': () => boxed(true),
  'a boxed symbol': () => boxed(Symbol('a')),
  'toJSON to a text': () => withToJson(() => '42'),
  'toJSON to a number': () => new Money(),
  'toJSON to a list': () => withToJson(() => ['a', 'beta']),
  'toJSON to an object': () => withToJson(() => ({ plan: 'pro' })),
  'toJSON to a date': () => withToJson(() => new Date('2026-06-02')),
  'toJSON to undefined': () => withToJson(() => undefined),
  'toJSON to null': () => withToJson(() => null),
  'toJSON to itself within': () => withToJson(() => [withToJson(() => 'a')]),
  'toJSON that is no function': () => ({ toJSON: 'a' }),
  'toJSON that is hidden': () => Object.defineProperty({ a: 1 }, 'toJSON', { value: () => '42' }),
  'toJSON that is inherited': () => Object.create(withToJson(() => '42')) as unknown,
  'a list with toJSON': () =>
    Object.assign(
      ['x'],
      withToJson(() => ['beta']),
    ),
  'a list': () => ['a', 'beta'],
  'an empty list': () => [],
  'a list of numbers': () => [1, 42, 10],
  'a list with duplicates': () => ['a', 'a', 'beta', 'beta'],
  'a list of everything': () => ['a', 1, true, null, undefined, NaN, -0, () => 1, Symbol('a'), {}, []],
  'a list with holes': () => Object.assign(['a'], { 3: 'beta' }),
  'a list with members': () => Object.assign(['beta'], { plan: 'pro' }),
  'a list of a class': () => Tags.from(['a', 'beta']),
  'a list of dates': () => [new Date('2026-06-02')],
  'a list of boxed texts': () => [boxed('a'), boxed('beta')],
  'a list of toJSON': () => [withToJson(() => 'beta'), new Money()],
  'an object': () => ({ plan: 'pro' }),
  'an empty object': () => ({}),
  'an object of everything': () => ({
    a: 1,
    b: undefined,
    c: NaN,
    d: () => 1,
    e: new Date(0),
    f: [undefined],
  }),
  'an object without a prototype': () => Object.assign(Object.create(null) as object, { plan: 'pro' }),
  'an object that inherits': () => Object.create({ plan: 'pro' }) as unknown,
  'an object of a class': () => new Plain(),
  'an object with a getter': () => getter(() => 'pro'),
  'an object with a hidden member': () => getter(() => 'pro', false),
  'an object with a symbol': () => ({ [Symbol('plan')]: 'pro' }),
  'an object with __proto__': () => JSON.parse('{"__proto__": {"plan": "pro"}, "plan": "x"}') as unknown,
  'a map': () => new Map([['plan', 'pro']]),
  'a set': () => new Set(['a', 'beta']),
  'a weak map': () => new WeakMap(),
  'an error': () => new Error('a'),
  'a pattern': () => /a/,
  'a promise': () => Promise.resolve('a'),
  'an address of the web': () => new URL('https://acme.example/a'),
  bytes: () => new Uint8Array([1, 42]),
  'a buffer': () => Buffer.from('a'),
  'numbers of 64 bits, none': () => new BigInt64Array(0),
  memory: () => new ArrayBuffer(2),
  arguments: () =>
    (function list(..._given: unknown[]) {
      // oxlint-disable-next-line prefer-rest-params -- an object that is like a list
      return arguments;
    })('a', 'beta'),
  'a proxy': () => new Proxy({ plan: 'pro' }, {}),
  'a proxy of a list': () => new Proxy(['a', 'beta'], {}),
  'nested lists': () => nested(90, (inner) => [inner]),
  'nested objects': () => nested(90, (inner) => ({ inner })),
};

/** Values that JSON cannot write, or that are nested more deeply than the service reads. */
export const unwritableValues: Readonly<Record<string, () => unknown>> = {
  'a big number': () => 42n,
  'a boxed big number': () => boxed(42n),
  'numbers of 64 bits': () => new BigInt64Array(1),
  'an object within itself': cyclic,
  'a list within itself': () => {
    const list: unknown[] = [];
    list.push(list);
    return list;
  },
  'toJSON that throws': () => withToJson(failing),
  'toJSON that throws nothing': () =>
    withToJson(() => {
      // oxlint-disable-next-line typescript/only-throw-error -- JavaScript may throw anything
      throw Object.create(null);
    }),
  'toJSON to what JSON cannot write': () => withToJson(() => 42n),
  'toJSON to what is nested': () => withToJson(() => nested(200, (inner) => [inner])),
  'a getter that throws': () => getter(failing),
  'a getter of a class that throws': () => {
    const value = new Plain();
    return Object.defineProperty(value, 'own', { get: failing, enumerable: true });
  },
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a proxy that throws': () => new Proxy({}, { ownKeys: failing, get: failing }),
  'lists beyond the depth': () => nested(200, (inner) => [inner]),
  'objects far beyond the depth': () => nested(20_000, (inner) => ({ inner })),
};

/** Users that have a value at one position each, by the position. */
export const usersWith = {
  id: (value: unknown) => ({ id: value }),
  'id beside an address': (value: unknown) => ({ id: value, email: 'jo@acme.example' }),
  email: (value: unknown) => ({ email: value }),
  organisationId: (value: unknown) => ({ id: 'u', organisationId: value }),
  ip: (value: unknown) => ({ id: 'u', ip: value }),
  appVersion: (value: unknown) => ({ id: 'u', appVersion: value }),
  platform: (value: unknown) => ({ id: 'u', platform: value }),
  country: (value: unknown) => ({ id: 'u', country: value }),
  audiences: (value: unknown) => ({ id: 'u', audiences: value }),
  'an audience': (value: unknown) => ({ id: 'u', audiences: ['beta', value] }),
  customData: (value: unknown) => ({ id: 'u', customData: value }),
  'a member of customData': (value: unknown) => ({ id: 'u', customData: { plan: value } }),
  'a list in customData': (value: unknown) => ({ id: 'u', customData: { plan: ['x', value] } }),
  'an object in customData': (value: unknown) => ({ id: 'u', customData: { plan: { inner: value } } }),
  'deep in customData': (value: unknown) => ({ id: 'u', customData: { plan: [{ a: [{ b: value }] }] } }),
} as const;

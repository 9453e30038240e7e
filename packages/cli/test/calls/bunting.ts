/**
 * Every public call of our packages. A call that takes a key has code in which the scanner finds `checkout-layout`; null = it takes none.
 * our-packages.test.ts compares the names with what the packages export, so a new call must be added here.
 */
export const buntingCallExamples: Readonly<Record<string, string | null>> = {
  '@bunting/client createClient': `createClient({ url, key, keys: ['checkout-layout'] })`,
  '@bunting/client createClient().value': `flags.value('checkout-layout', 'classic')`,
  '@bunting/client createClient().details': `flags.details('checkout-layout', 'classic', { expose: false })`,
  '@bunting/client createClient().override': `flags.override('checkout-layout', undefined)`,
  '@bunting/client createClient().track': `flags.track('order', { value: 49.9, variable: 'checkout-layout' })`,
  '@bunting/client createClient().ready': null,
  '@bunting/client createClient().all': null,
  '@bunting/client createClient().identify': null,
  '@bunting/client createClient().refresh': null,
  '@bunting/client createClient().on': null,
  '@bunting/client createClient().flush': null,
  '@bunting/client createClient().close': null,
  '@bunting/client/testing createTestClient': `createTestClient({ other: 1, 'checkout-layout': 'one-page' })`,
  '@bunting/client/testing createTestClient().value': `testClient.value('checkout-layout', 'classic')`,
  '@bunting/client/testing createTestClient().details': `testClient.details('checkout-layout', 'classic')`,
  '@bunting/client/testing createTestClient().override': `testClient.override('checkout-layout', 'one-page')`,
  '@bunting/client/testing createTestClient().track': `testClient.track('order', { variable: ['checkout-layout'] })`,
  '@bunting/client/testing createTestClient().set': `const shop = createTestClient();\nshop.set({ 'checkout-layout': 'one-page' })`,
  '@bunting/client/testing createTestClient().setStatus': null,
  '@bunting/client/testing createTestClient().ready': null,
  '@bunting/client/testing createTestClient().all': null,
  '@bunting/client/testing createTestClient().identify': null,
  '@bunting/client/testing createTestClient().refresh': null,
  '@bunting/client/testing createTestClient().on': null,
  '@bunting/client/testing createTestClient().flush': null,
  '@bunting/client/testing createTestClient().close': null,
  '@bunting/react useVariable': `const layout = useVariable('checkout-layout', 'classic');`,
  '@bunting/react useVariableDetails': `const { value } = useVariableDetails('checkout-layout', 'classic', { suspend: true });`,
  '@bunting/react useTrack': `const record = useTrack();\nrecord('order', { variable: 'checkout-layout' });`,
  '@bunting/react useBunting': `useBunting().value('checkout-layout', 'classic')`,
  '@bunting/react useStatus': null,
  '@bunting/react BuntingProvider': null,
  '@bunting/react/testing TestBuntingProvider': `<TestBuntingProvider values={{ 'checkout-layout': 'one-page' }}><Checkout /></TestBuntingProvider>`,
  '@bunting/node createServerClient': `createServerClient().value('checkout-layout', 'classic', user)`,
  '@bunting/node createServerClient().value': `await flags.value('checkout-layout', 'classic', user)`,
  '@bunting/node createServerClient().details': `await flags.details('checkout-layout', 'classic', user)`,
  '@bunting/node createServerClient().values': `await flags.values(['other', 'checkout-layout'], user)`,
  '@bunting/node createServerClient().evaluations': `await flags.evaluations(user, { keys: ['other', 'checkout-layout'] })`,
  '@bunting/node createServerClient().track': `flags.track('order', user, { variable: ['checkout-layout'] })`,
  '@bunting/node createServerClient().forUser': `flags.forUser(user).value('checkout-layout', 'classic')`,
  '@bunting/node createServerClient().flush': null,
  '@bunting/node createServerClient().close': null,
  '@bunting/node createServerClient().forUser().value': `const visitor = flags.forUser(user);\nawait visitor.value('checkout-layout', 'classic')`,
  '@bunting/node createServerClient().forUser().details': `const visitor = flags.forUser(user);\nawait visitor.details('checkout-layout', 'classic')`,
  '@bunting/node createServerClient().forUser().values': `flags.forUser(user).values(['checkout-layout'])`,
  '@bunting/node createServerClient().forUser().evaluations': `flags.forUser(user).evaluations({ keys: ['checkout-layout'] })`,
  '@bunting/node createServerClient().forUser().track': `flags.forUser(user).track('order', { variable: 'checkout-layout' })`,
  '@bunting/node signMembers': null,
  '@bunting/node signUser': null,
  '@bunting/node toScript': null,
  '@bunting/node/local createLocalClient': `createLocalClient({ url, remote: ['checkout-layout'] })`,
  '@bunting/node/local createLocalClient().value': `flags.value('checkout-layout', 'classic', user)`,
  '@bunting/node/local createLocalClient().details': `flags.details('checkout-layout', 'classic', user)`,
  '@bunting/node/local createLocalClient().values': `flags.values(['checkout-layout'], user)`,
  '@bunting/node/local createLocalClient().evaluations': `flags.evaluations(user, { keys: ['checkout-layout'] })`,
  '@bunting/node/local createLocalClient().track': `flags.track('order', user, { variable: 'checkout-layout' })`,
  '@bunting/node/local createLocalClient().forUser': `flags.forUser(user).value('checkout-layout', 'classic')`,
  '@bunting/node/local createLocalClient().ready': null,
  '@bunting/node/local createLocalClient().on': null,
  '@bunting/node/local createLocalClient().flush': null,
  '@bunting/node/local createLocalClient().close': null,
  '@bunting/node/local createLocalClient().forUser().value': `local.forUser(user).value('checkout-layout', 'classic')`,
  '@bunting/node/local createLocalClient().forUser().details': `local.forUser(user).details('checkout-layout', 'classic')`,
  '@bunting/node/local createLocalClient().forUser().values': `local.forUser(user).values(['checkout-layout'])`,
  '@bunting/node/local createLocalClient().forUser().evaluations': `local.forUser(user).evaluations({ keys: ['checkout-layout'] })`,
  '@bunting/node/local createLocalClient().forUser().track': `local.forUser(user).track('order', { variable: 'checkout-layout' })`,
  '@bunting/node/testing createTestServerClient': `createTestServerClient({ 'checkout-layout': 'one-page' })`,
  '@bunting/node/testing createTestServerClient().value': `await flags.value('checkout-layout', 'classic', null)`,
  '@bunting/node/testing createTestServerClient().details': `await flags.details('checkout-layout', 'classic', null)`,
  '@bunting/node/testing createTestServerClient().values': `await flags.values(['checkout-layout'], null)`,
  '@bunting/node/testing createTestServerClient().evaluations': `await flags.evaluations(null, { keys: ['checkout-layout'] })`,
  '@bunting/node/testing createTestServerClient().track': `flags.track('order', null, { variable: 'checkout-layout' })`,
  '@bunting/node/testing createTestServerClient().forUser': `flags.forUser(null).value('checkout-layout', 'classic')`,
  '@bunting/node/testing createTestServerClient().set': `const shop = createTestServerClient();\nshop.set({ 'checkout-layout': 'one-page' })`,
  '@bunting/node/testing createTestServerClient().flush': null,
  '@bunting/node/testing createTestServerClient().close': null,
  '@bunting/node/testing createTestServerClient().forUser().value': `flags.forUser(null).value('checkout-layout', 'classic')`,
  '@bunting/node/testing createTestServerClient().forUser().details': `flags.forUser(null).details('checkout-layout', 'classic')`,
  '@bunting/node/testing createTestServerClient().forUser().values': `flags.forUser(null).values(['checkout-layout'])`,
  '@bunting/node/testing createTestServerClient().forUser().evaluations': `flags.forUser(null).evaluations({ keys: ['checkout-layout'] })`,
  '@bunting/node/testing createTestServerClient().forUser().track': `flags.forUser(null).track('order', { variable: 'checkout-layout' })`,
  ...providerCalls('@bunting/openfeature/web BuntingWebProvider', [
    'initialize',
    'onContextChange',
    'onClose',
  ]),
  ...providerCalls('@bunting/openfeature/server BuntingServerProvider', ['initialize', 'onClose']),
};

/** Applications call the SDK, whose calls are in javascript.ts; the methods of the provider take the same keys. */
function providerCalls(name: string, others: readonly string[]): Record<string, string | null> {
  const [, provider = ''] = name.split(' ');
  return {
    [name]: `new ${provider}({ url, key, overrides: { 'checkout-layout': 'classic' } })`,
    [`${name}.resolveBooleanEvaluation`]: `provider.resolveBooleanEvaluation('checkout-layout', false, {})`,
    [`${name}.resolveStringEvaluation`]: `provider.resolveStringEvaluation('checkout-layout', 'classic', {})`,
    [`${name}.resolveNumberEvaluation`]: `provider.resolveNumberEvaluation('checkout-layout', 1, {})`,
    [`${name}.resolveObjectEvaluation`]: `provider.resolveObjectEvaluation('checkout-layout', {}, {})`,
    [`${name}.track`]: `flags.track('order', {}, { value: 7, variable: 'checkout-layout' })`,
    ...Object.fromEntries(others.map((other) => [`${name}.${other}`, null])),
  };
}

/** Members of options whose types name keys, as `interface.member`, with the code in which the key is found. */
export const buntingOptionExamples: Readonly<Record<string, string>> = {
  'ClientOptions.keys': `createClient({ url, key, user, bootstrap, stream: 'auto', pollIntervalMs: 0, timeoutMs: 5, keys: ['other', 'checkout-layout'] })`,
  'ClientOptions.overrides': `createClient({ url, key, overrides: { other: 1, 'checkout-layout': 'one-page' } })`,
  'LocalClientOptions.remote': `createLocalClient({ url, key, file, stream: true, remote: ['other', 'checkout-layout'] })`,
  'TestBuntingProviderProps.values': `<TestBuntingProvider values={{ other: 1, 'checkout-layout': 'one-page' }}>`,
  'TrackOptions.variable': `flags.track('order', { variable: ['other', 'checkout-layout'] })`,
};

/** Forms in which a call is written. The key of each is `checkout-layout`, and the file is `use.tsx`. */
export const buntingForms: readonly (readonly [
  what: string,
  files: string | Readonly<Record<string, string>>,
])[] = [
  [
    'a hook under another name',
    `import { useVariable as useText } from '@bunting/react';\nconst a = useText('checkout-layout', 1);`,
  ],
  [
    'a hook of a namespace',
    `import * as B from '@bunting/react';\nconst a = B.useVariable('checkout-layout', 1);`,
  ],
  [
    'a hook that a file exports again',
    `import { useVariable } from './ours';\nconst a = useVariable('checkout-layout', 1);`,
  ],
  [
    'a hook that a file exports again, renamed there',
    `import { useVariable as v } from './ours';\nconst a = v('checkout-layout', 1);`,
  ],
  [
    'a copy of a hook',
    `import { useVariable } from '@bunting/react';\nconst useText = useVariable;\nuseText('checkout-layout', 1);`,
  ],
  ['a hook with type arguments', `useVariable<'checkout-layout', string>('checkout-layout', 'classic');`],
  [
    'a call over several lines',
    `useVariable(\n  // what it looks like\n  'checkout-layout',\n  { a: 1 },\n);`,
  ],
  [
    'a hook of CommonJS',
    `const { useVariable: useText } = require('@bunting/react');\nuseText('checkout-layout', 1);`,
  ],
  [
    'a client with any name',
    `import { createClient } from '@bunting/client';\nconst shop = createClient({ url, key });\nshop.value('checkout-layout', 1);`,
  ],
  [
    'a client of CommonJS',
    `const { createServerClient } = require('@bunting/node');\nconst shop = createServerClient();\nawait shop.value('checkout-layout', 1, user);`,
  ],
  [
    'a client of a package of CommonJS',
    `const node = require('@bunting/node');\nconst shop = node.createServerClient();\nshop.forUser(user).value('checkout-layout', 1);`,
  ],
  [
    'a client that is imported on demand',
    `const { createLocalClient } = await import('@bunting/node/local');\nconst shop = createLocalClient({});\nshop.value('checkout-layout', 1, null);`,
  ],
  [
    'a client that another file exports',
    `import { flags } from './services';\nflags.value('checkout-layout', 1);`,
  ],
  [
    'a client from a file about flags',
    `import { shop } from './shop-flags';\nshop.value('checkout-layout', 1);`,
  ],
  ['a client at the end of a chain', `req.app.locals.flags.forUser(req.user).value('checkout-layout', 1)`],
  ['a chain over several lines', `await flags\n  .forUser(user)\n  .value('checkout-layout', 1)`],
  [
    'a private member',
    `class A { #flags = createClient({}); on() { return this.#flags.value('checkout-layout', 1); } }`,
  ],
  ['an optional call', `flags.value?.('checkout-layout', 1)`],
  [
    'a client of functions that another file exports again',
    `import { createServerClient } from './sdk';\nconst shop = createServerClient();\nshop.forUser(user);\nawait shop.value('checkout-layout', 1, user);`,
  ],
  [
    'a client by a type that another file exports again',
    `import type { ServerClient } from './sdk';\nexport const f = (shop: ServerClient) => shop.value('checkout-layout', 1, null);`,
  ],
  ['an optional client', `flags?.value('checkout-layout', 1)`],
  ['a client that is certainly there', `flags!.details('checkout-layout', 1)`],
  ['a client of a promise', `const a = (await getFlags()).value('checkout-layout', 1);`],
  [
    'a client of a context',
    `import { useBunting } from '@bunting/react';\nconst shop = useBunting();\nshop.value('checkout-layout', 1);`,
  ],
  [
    'a client by its type',
    `import type { ServerClient } from '@bunting/node';\nfunction f(shop: ServerClient) { return shop.value('checkout-layout', 1, null); }`,
  ],
  ['type arguments of a method', `flags.value<'checkout-layout', string>('checkout-layout', 'classic')`],
  [
    'a call without a fallback',
    `import { createClient } from '@bunting/client';\nconst flags = createClient({});\nflags.value('checkout-layout');`,
  ],
  [
    'a function taken from a client',
    `import { createClient } from '@bunting/client';\nconst { value } = createClient({ url, key });\nvalue('checkout-layout', 1);`,
  ],
  [
    'a function taken and renamed',
    `import { flags } from './flags';\nconst { value: read } = flags;\nread('checkout-layout', 1);`,
  ],
  [
    'a function taken from a client for one user',
    `const { details } = flags.forUser(user);\nawait details('checkout-layout', 1);`,
  ],
  [
    'a function that is bound',
    `import { flags } from './flags';\nconst read = flags.value.bind(flags);\nread('checkout-layout', 1);`,
  ],
  [
    'track of a hook',
    `import { useTrack } from '@bunting/react';\nconst track = useTrack();\ntrack('order', { variable: 'checkout-layout' });`,
  ],
  ['a constant', `const KEY = 'checkout-layout';\nflags.value(KEY, 1);`],
  [
    'a member of an object',
    `const Keys = {\n  layout: 'checkout-layout',\n} as const;\nuseVariable(Keys.layout, 1);`,
  ],
  ['a constant in a list', `const KEY = 'checkout-layout';\nflags.values(['other', KEY], user);`],
  ['a constant as a name', `const KEY = 'checkout-layout';\ncreateTestClient({ [KEY]: 1 });`],
  ['a constant of an event', `const KEY = 'checkout-layout';\nflags.track('order', { variable: KEY });`],
  [
    'a constant of another file',
    {
      'keys.ts': `export const KEY = 'checkout-layout';`,
      'use.tsx': `import { KEY as LAYOUT } from './keys';\nuseVariableDetails(LAYOUT, 1);`,
    },
  ],
];

/** Code that is no call of ours, although it has such names. */
export const notBunting: readonly (readonly [what: string, code: string])[] = [
  ['a field of a form', `form.value('checkout-layout', '');`],
  [
    'a field of a form in a folder of features',
    `import { form } from '../features/cart';\nform.value('checkout-layout', '');`,
  ],
  ['a function', `value('checkout-layout', 1); details('checkout-layout', 1);`],
  ['a map', `flags.values('checkout-layout'); Object.values(['checkout-layout']);`],
  ['an event of another library', `analytics.track('order', { variable: 'checkout-layout' });`],
  ['the name of an event', `flags.track('checkout-layout', { value: 1 });`],
  ['the set of a map', `seen.set({ 'checkout-layout': 1 }); flags.set({ 'checkout-layout': 1 });`],
  [
    'the client of another service',
    `import { createClient } from 'redis';\ncreateClient({ keys: ['checkout-layout'] });`,
  ],
  ['a definition', `class A { value(key: string, fallback: unknown) {} }`],
  [
    'a key that is put together',
    `flags.value('checkout-layout' + suffix, 1); flags.value(\`checkout-\${a}\`, 1);`,
  ],
  ['an environment key', `createClient({ url, key: 'checkout-layout' })`],
];

import { spell, type CallPattern, type TagPattern } from './language.ts';

const clientOptions = { options: ['keys', 'remote'], objects: ['overrides'] } as const;

/**
 * The calls of our packages for JavaScript that take keys. test/calls/bunting.ts has an example of each; its test compares them with what the
 * packages export.
 */
export const buntingCalls: readonly CallPattern[] = [
  // @bunting/react. useBunting and useTrack give functions that are found by the names below.
  { client: 'Bunting', names: ['useVariable', 'useVariableDetails'] },
  // Clients of @bunting/client, @bunting/node and @bunting/node/local, and those that forUser returns.
  { client: 'Bunting', names: ['value', 'details', 'override'], needs: 'bunting', minArguments: 2 },
  { client: 'Bunting', names: ['values'], needs: 'bunting', takesList: true },
  { client: 'Bunting', names: ['track'], needs: 'bunting', key: [], options: ['variable'] },
  { client: 'Bunting', names: ['evaluations'], needs: 'bunting', key: [], options: ['keys'] },
  {
    client: 'Bunting',
    names: [
      'createClient',
      'createServerClient',
      'createLocalClient',
      'BuntingWebProvider',
      'BuntingServerProvider',
    ],
    needs: 'client',
    key: [],
    ...clientOptions,
  },
  // The entry points for tests. `set` counts only on a client that one of the first two made.
  { client: 'Bunting', names: ['createTestClient', 'createTestServerClient'], key: [], objects: [''] },
  { client: 'Bunting', names: ['set'], needs: 'test client', key: [], objects: [''] },
  // The providers of @bunting/openfeature, where they are called directly.
  { client: 'OpenFeature', names: spell(['Boolean', 'String', 'Number', 'Object'], 'resolve*Evaluation') },
];

export const buntingTags: readonly TagPattern[] = [
  { client: 'Bunting', name: 'TestBuntingProvider', attribute: 'values', namesKeys: true },
];

import { spell, type CallPattern } from './call-pattern.ts';

const types = ['Boolean', 'Integer', 'Float', 'Object', 'String'];

export const phpCalls: readonly CallPattern[] = [
  { client: 'OpenFeature', names: spell(types, 'get*Value', 'get*Details') },
  { client: 'LaunchDarkly', names: ['variation', 'variationDetail'], needs: 'receiver' },
  { client: 'Unleash', names: ['isEnabled', 'getVariant'], needs: 'receiver' },
  { client: 'Flagsmith', names: ['getFeatureValue'] },
  { client: 'GrowthBook', names: ['isOn', 'isOff'], needs: 'receiver' },
  { client: 'GrowthBook', names: ['getFeature', 'getValue'], needs: 'client' },
  { client: 'ConfigCat', names: ['getValue', 'getValueDetails'], needs: 'client' },
  { client: 'PostHog', names: ['isFeatureEnabled', 'getFeatureFlag', 'getFeatureFlagPayload'] },
];

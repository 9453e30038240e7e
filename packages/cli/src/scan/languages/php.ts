import { spell, type Language } from './language.ts';

const types = ['Boolean', 'Integer', 'Float', 'Object', 'String'];

export const php: Language = {
  name: 'PHP',
  extensions: ['php', 'phtml'],
  constantsAreDefined: true,
  calls: [
    { client: 'OpenFeature', names: spell(types, 'get*Value', 'get*Details') },
    { client: 'LaunchDarkly', names: ['variation', 'variationDetail'], needs: 'receiver' },
    { client: 'Unleash', names: ['isEnabled', 'getVariant'], needs: 'receiver' },
    { client: 'Flagsmith', names: ['getFeatureValue'] },
    { client: 'GrowthBook', names: ['isOn', 'isOff'], needs: 'receiver' },
    { client: 'GrowthBook', names: ['getFeature', 'getValue'], needs: 'client' },
    { client: 'ConfigCat', names: ['getValue', 'getValueDetails'], needs: 'client' },
    { client: 'PostHog', names: ['isFeatureEnabled', 'getFeatureFlag', 'getFeatureFlagPayload'] },
  ],
};

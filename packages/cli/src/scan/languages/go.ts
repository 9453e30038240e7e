import { spell, type Language } from './language.ts';

const types = ['Boolean', 'String', 'Int', 'Float', 'Object'];
const variationTypes = ['Bool', 'Int', 'Float64', 'String', 'JSON'];

export const go: Language = {
  name: 'Go',
  extensions: ['go'],
  calls: [
    { client: 'OpenFeature', names: spell(types, '*Value'), key: [1], needs: 'receiver' },
    { client: 'OpenFeature', names: spell(types, '*ValueDetails'), key: [1] },
    { client: 'OpenFeature', names: types, key: [1], needs: 'client' },
    { client: 'LaunchDarkly', names: spell(variationTypes, '*Variation', '*VariationDetail') },
    {
      client: 'LaunchDarkly',
      names: spell(variationTypes, '*VariationCtx', '*VariationDetailCtx'),
      key: [1],
    },
    { client: 'Unleash', names: ['IsEnabled', 'GetVariant'], needs: 'receiver' },
    { client: 'Flagsmith', names: ['IsFeatureEnabled', 'GetFeatureValue'] },
    { client: 'GrowthBook', names: ['EvalFeature'], key: [1] },
    { client: 'GrowthBook', names: ['Feature'], needs: 'client' },
    { client: 'ConfigCat', names: spell(['Bool', 'Int', 'Float', 'String'], 'Get*Value'), needs: 'receiver' },
    { client: 'ConfigCat', names: spell(['Bool', 'Int', 'Float', 'String'], 'Get*ValueDetails') },
    { client: 'ConfigCat', names: ['Bool', 'Int', 'Float', 'String'], needs: 'client' },
    { client: 'PostHog', names: ['IsFeatureEnabled', 'GetFeatureFlag', 'GetFeatureFlagPayload'] },
  ],
};

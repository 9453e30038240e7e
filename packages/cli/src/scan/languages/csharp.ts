import { spell, type Language } from './language.ts';

const types = ['Boolean', 'String', 'Integer', 'Double', 'Object'];
const variationTypes = ['Bool', 'Int', 'Float', 'Double', 'String', 'Json'];

export const csharp: Language = {
  name: 'C#',
  extensions: ['cs', 'cshtml', 'razor'],
  calls: [
    { client: 'OpenFeature', names: spell(types, 'Get*ValueAsync', 'Get*DetailsAsync') },
    { client: 'OpenFeature', names: spell(types, 'Get*Value', 'Get*Details'), needs: 'receiver' },
    { client: 'LaunchDarkly', names: spell(variationTypes, '*Variation', '*VariationDetail') },
    { client: 'Unleash', names: ['IsEnabled', 'GetVariant'], needs: 'receiver' },
    { client: 'Flagsmith', names: ['IsFeatureEnabled', 'GetFeatureValue'] },
    { client: 'GrowthBook', names: ['IsOn', 'IsOff'], needs: 'receiver' },
    { client: 'GrowthBook', names: ['EvalFeature', 'GetFeatureValueAsync', 'IsOnAsync', 'IsOffAsync'] },
    { client: 'ConfigCat', names: ['GetValue', 'GetValueDetails'], needs: 'client' },
    { client: 'ConfigCat', names: ['GetValueAsync', 'GetValueDetailsAsync'], needs: 'receiver' },
    { client: 'PostHog', names: ['IsFeatureEnabledAsync', 'GetFeatureFlagAsync'] },
    { client: 'FeatureManagement', names: ['IsEnabledAsync'], needs: 'receiver' },
    { client: 'FeatureManagement', names: ['FeatureGate'] },
  ],
};

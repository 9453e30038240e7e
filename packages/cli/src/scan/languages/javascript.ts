import { buntingCalls, buntingTags } from './bunting.ts';
import { spell, type Language } from './language.ts';

const types = ['Boolean', 'String', 'Number', 'Object'];
const variationTypes = ['bool', 'string', 'number', 'json'];
const reactNativeTypes = ['Bool', 'String', 'Number', 'Json'];

export const javascript: Language = {
  name: 'TypeScript and JavaScript',
  extensions: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'astro'],
  constantsNeedImport: 'variables and members',
  hasOurPackages: true,
  calls: [
    { client: 'OpenFeature', names: spell(types, 'get*Value', 'get*Details') },
    {
      client: 'OpenFeature',
      names: spell(types, 'use*FlagValue', 'use*FlagDetails', 'useSuspense*FlagValue'),
    },
    { client: 'OpenFeature', names: ['useFlag', 'useSuspenseFlag'] },
    { client: 'LaunchDarkly', names: ['variation', 'variationDetail'], needs: 'receiver' },
    { client: 'LaunchDarkly', names: spell(variationTypes, '*Variation', '*VariationDetail') },
    { client: 'LaunchDarkly', names: spell(reactNativeTypes, 'use*Variation', 'use*VariationDetail') },
    { client: 'Unleash', names: ['isEnabled', 'getVariant'], needs: 'receiver' },
    { client: 'Unleash', names: ['useVariant'], needs: 'client' },
    { client: 'Flagsmith', names: ['hasFeature'], needs: 'receiver' },
    { client: 'Flagsmith', names: ['getValue', 'useFlags'], needs: 'client' },
    { client: 'Flagsmith', names: ['getFeatureValue'] },
    { client: 'GrowthBook', names: ['isOn', 'isOff'], needs: 'receiver' },
    { client: 'GrowthBook', names: ['feature'], needs: 'client' },
    { client: 'GrowthBook', names: ['evalFeature', 'useFeature', 'useFeatureIsOn', 'useFeatureValue'] },
    { client: 'ConfigCat', names: ['getValue', 'getValueDetails'], needs: 'client' },
    { client: 'ConfigCat', names: ['getValueAsync', 'getValueDetailsAsync'], needs: 'receiver' },
    { client: 'ConfigCat', names: ['useFeatureFlag'] },
    { client: 'PostHog', names: ['isFeatureEnabled', 'getFeatureFlag', 'getFeatureFlagPayload'] },
    { client: 'PostHog', names: ['getFeatureFlagResult', 'useFeatureFlagResult'] },
    { client: 'PostHog', names: ['getFlag', 'getFlagPayload'], needs: 'receiver' },
    {
      client: 'PostHog',
      names: ['useFeatureFlagEnabled', 'useFeatureFlagVariantKey', 'useFeatureFlagPayload'],
    },
    ...buntingCalls,
  ],
  tags: [
    { client: 'OpenFeature', name: 'FeatureFlag', attribute: 'flagKey' },
    { client: 'GrowthBook', name: 'IfFeatureEnabled', attribute: 'feature' },
    { client: 'GrowthBook', name: 'FeatureString', attribute: 'feature' },
    { client: 'PostHog', name: 'PostHogFeature', attribute: 'flag' },
    ...buntingTags,
  ],
};

import type { Examples } from './examples.ts';

export const dartExamples: Examples = [
  ['OpenFeature', "final on = await client.getBooleanValue('checkout-layout', false);"],
  ['OpenFeature', "final layout = await client.getStringFlag('checkout-layout', defaultValue: 'classic');"],
  ['LaunchDarkly', "final on = await LDClient.boolVariation('checkout-layout', false);"],
  ['LaunchDarkly', "final d = client.jsonVariationDetail('checkout-layout', LDValue.ofNull());"],
  ['Unleash', "if (unleash.isEnabled('checkout-layout')) {"],
  ['Unleash', "final variant = unleash.getVariant('checkout-layout');"],
  ['Flagsmith', "final on = await flagsmithClient.hasFeatureFlag('checkout-layout');"],
  ['Flagsmith', "final on = await client.isFeatureFlagEnabled('checkout-layout');"],
  ['Flagsmith', "final value = await client.getFeatureFlagValue('checkout-layout');"],
  ['GrowthBook', "if (gb.isOn('checkout-layout')) {"],
  [
    'GrowthBook',
    "import 'package:growthbook_sdk_flutter/growthbook_sdk_flutter.dart';\nfinal f = sdk.feature('checkout-layout');",
  ],
  [
    'ConfigCat',
    "import 'package:configcat_client/configcat_client.dart';\nawait client.getValue(key: 'checkout-layout', defaultValue: false);",
  ],
  ['ConfigCat', "await configCat.getValueDetails(key: 'checkout-layout', defaultValue: false);"],
  ['PostHog', "final on = await Posthog().isFeatureEnabled('checkout-layout');"],
  ['PostHog', "final v = await Posthog().getFeatureFlag('checkout-layout');"],
  ['Bunting', "http.post(Uri.parse('$base/v1/variables/checkout-layout'))"],
];

import type { Examples } from './examples.ts';

export const phpExamples: Examples = [
  ['OpenFeature', "$on = $client->getBooleanValue('checkout-layout', false, $context);"],
  [
    'OpenFeature',
    "$details = $client->getStringDetails(flagKey: 'checkout-layout', defaultValue: 'classic');",
  ],
  ['LaunchDarkly', '$show = $client->variation("checkout-layout", $context, false);'],
  ['LaunchDarkly', "$detail = $this->ldClient->variationDetail('checkout-layout', $context, false);"],
  ['Unleash', "if ($unleash->isEnabled('checkout-layout', $context)) {"],
  ['Unleash', "$variant = $unleash->getVariant('checkout-layout');"],
  ['Flagsmith', "$show = $flags->isFeatureEnabled('checkout-layout');"],
  ['Flagsmith', "$value = $flags->getFeatureValue('checkout-layout');"],
  ['GrowthBook', "if ($growthbook->isOn('checkout-layout')) {"],
  ['GrowthBook', "$layout = $growthbook->getValue('checkout-layout', 'classic');"],
  ['GrowthBook', "$feature = $growthbook->getFeature('checkout-layout');"],
  ['ConfigCat', "$on = $configCatClient->getValue('checkout-layout', false, $user);"],
  [
    'ConfigCat',
    "use ConfigCat\\ConfigCatClient;\n$details = $client->getValueDetails('checkout-layout', false);",
  ],
  ['PostHog', "if (PostHog::isFeatureEnabled('checkout-layout', 'user-1')) {"],
  ['PostHog', "$variant = PostHog::getFeatureFlag('checkout-layout', 'user-1');"],
  ['Bunting', "curl_init('https://flags.example/v1/variables/checkout-layout');"],
];

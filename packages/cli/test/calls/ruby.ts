import type { Examples } from './examples.ts';

export const rubyExamples: Examples = [
  ['OpenFeature', "client.fetch_boolean_value(flag_key: 'checkout-layout', default_value: false)"],
  ['OpenFeature', 'client.fetch_string_details(flag_key: "checkout-layout", default_value: "classic")'],
  ['LaunchDarkly', 'show = client.variation("checkout-layout", context, false)'],
  [
    'LaunchDarkly',
    "detail = Rails.configuration.ld_client.variation_detail('checkout-layout', context, false)",
  ],
  ['Unleash', 'if UNLEASH.is_enabled? "checkout-layout", context'],
  ['Unleash', "if unleash.enabled?('checkout-layout')"],
  ['Unleash', 'UNLEASH.if_enabled "checkout-layout", context do'],
  ['Unleash', 'variant = UNLEASH.get_variant "checkout-layout", context'],
  ['Flagsmith', "show = flags.is_feature_enabled('checkout-layout')"],
  ['Flagsmith', "value = flags.get_feature_value('checkout-layout')"],
  ['GrowthBook', "if gb.on?('checkout-layout')"],
  ['GrowthBook', "layout = gb.feature_value('checkout-layout', 'classic')"],
  ['GrowthBook', "result = gb.eval_feature('checkout-layout')"],
  ['ConfigCat', 'on = configcat_client.get_value("checkout-layout", false)'],
  ['ConfigCat', 'details = client.get_value_details("checkout-layout", false)'],
  ['PostHog', "posthog.is_feature_enabled('checkout-layout', 'user-1')"],
  ['PostHog', "posthog.get_feature_flag('checkout-layout', 'user-1')"],
  ['Flipper', "if Flipper.enabled?('checkout-layout', current_user)"],
  ['Flipper', "Flipper.enabled? :'checkout-layout'"],
  ['Bunting', 'Net::HTTP.post(URI("#{base}/v1/variables/checkout-layout"), \'{}\')'],
];

import type { Examples } from './examples.ts';

export const rustExamples: Examples = [
  ['OpenFeature', 'let on = client.get_bool_value("checkout-layout", None, None).await?;'],
  ['OpenFeature', 'let d = client.get_struct_details::<Layout>("checkout-layout", None, None).await?;'],
  ['LaunchDarkly', 'let show = client.bool_variation(&context, "checkout-layout", false);'],
  [
    'LaunchDarkly',
    'let d = client.str_variation_detail(&context, "checkout-layout", "classic".to_string());',
  ],
  ['Unleash', 'if unleash_client.is_enabled("checkout-layout", None, false) {'],
  ['Unleash', 'let variant = client.get_variant("checkout-layout", &context);'],
  ['Flagsmith', 'let on = flags.is_feature_enabled("checkout-layout")?;'],
  ['Flagsmith', 'let value = flags.get_feature_value_as_string("checkout-layout")?;'],
  ['GrowthBook', 'if client.is_on("checkout-layout", None) {'],
  ['GrowthBook', 'let r = client.feature_result("checkout-layout", None);'],
  ['ConfigCat', 'use configcat::*;\nlet on = client.get_value("checkout-layout", false, None).await;'],
  ['ConfigCat', 'let details = client.get_value_details("checkout-layout", false, None).await;'],
  [
    'PostHog',
    'let v = client.get_feature_flag("checkout-layout".to_string(), "user".to_string(), None, None, None)?;',
  ],
  ['PostHog', 'let on = posthog.is_feature_enabled(String::from("checkout-layout"), id, None, None, None)?;'],
  ['Bunting', 'client.post(format!("{base}/v1/variables/checkout-layout")).send().await?;'],
];

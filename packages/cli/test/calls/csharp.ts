import type { Examples } from './examples.ts';

export const csharpExamples: Examples = [
  ['OpenFeature', 'var on = await client.GetBooleanValueAsync("checkout-layout", false);'],
  [
    'OpenFeature',
    'var details = await client.GetStringDetailsAsync(flagKey: "checkout-layout", defaultValue: "classic");',
  ],
  ['OpenFeature', 'var on = await client.GetBooleanValue("checkout-layout", false);'],
  ['LaunchDarkly', 'var show = client.BoolVariation("checkout-layout", context, false);'],
  ['LaunchDarkly', 'var detail = client.JsonVariationDetail(@"checkout-layout", context, LdValue.Null);'],
  ['Unleash', 'if (unleash.IsEnabled("checkout-layout", context))'],
  ['Unleash', 'var variant = _unleash.GetVariant("checkout-layout");'],
  ['Flagsmith', 'var show = await flags.IsFeatureEnabled("checkout-layout");'],
  ['Flagsmith', 'var value = await flags.GetFeatureValue("checkout-layout");'],
  ['GrowthBook', 'if (gb.IsOn("checkout-layout"))'],
  ['GrowthBook', 'var layout = gb.GetFeatureValue<string>("checkout-layout", "classic");'],
  ['GrowthBook', 'var result = gb.EvalFeature("checkout-layout");'],
  ['ConfigCat', 'var on = await client.GetValueAsync("checkout-layout", false, user);'],
  ['ConfigCat', 'using ConfigCat.Client;\nvar on = snapshot.GetValue("checkout-layout", false);'],
  ['PostHog', 'if (await posthog.IsFeatureEnabledAsync("checkout-layout", "user-1"))'],
  ['PostHog', 'var flag = await posthog.GetFeatureFlagAsync("checkout-layout", "user-1");'],
  ['FeatureManagement', 'if (await featureManager.IsEnabledAsync("checkout-layout"))'],
  ['FeatureManagement', '[FeatureGate("checkout-layout")]'],
  ['Bunting', 'await http.PostAsync("/v1/variables/checkout-layout", body);'],
];

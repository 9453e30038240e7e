import type { Examples } from './examples.ts';

export const goExamples: Examples = [
  ['OpenFeature', 'on, err := client.BooleanValue(ctx, "checkout-layout", false, evalCtx)'],
  [
    'OpenFeature',
    'details, err := client.StringValueDetails(\n\tcontext.Background(),\n\t"checkout-layout",\n\t"classic",\n)',
  ],
  [
    'OpenFeature',
    'import "github.com/open-feature/go-sdk/openfeature"\non := client.Boolean(ctx, "checkout-layout", false, evalCtx)',
  ],
  ['LaunchDarkly', 'show, _ := client.BoolVariation("checkout-layout", context, false)'],
  ['LaunchDarkly', 'value, _, _ := client.JSONVariationDetail(`checkout-layout`, context, ldvalue.Null())'],
  ['LaunchDarkly', 'show, _ := client.BoolVariationCtx(ctx, "checkout-layout", context, false)'],
  ['Unleash', 'if unleash.IsEnabled("checkout-layout", unleash.WithContext(ctx)) {'],
  ['Unleash', 'variant := unleash.GetVariant("checkout-layout")'],
  ['Flagsmith', 'on, _ := flags.IsFeatureEnabled("checkout-layout")'],
  ['Flagsmith', 'value, _ := flags.GetFeatureValue("checkout-layout")'],
  ['GrowthBook', 'result := client.EvalFeature(ctx, "checkout-layout")'],
  ['GrowthBook', 'if gb.Feature("checkout-layout").On { // growthbook'],
  ['ConfigCat', 'on := client.GetBoolValue("checkout-layout", false, user)'],
  ['ConfigCat', 'details := client.GetStringValueDetails("checkout-layout", "classic", user)'],
  ['ConfigCat', 'var layout = configcat.Bool("checkout-layout", false)'],
  [
    'PostHog',
    'on, err := client.IsFeatureEnabled(posthog.FeatureFlagPayload{\n\tKey: "checkout-layout",\n\tDistinctId: "user",\n})',
  ],
  [
    'PostHog',
    'variant, err := client.GetFeatureFlag(posthog.FeatureFlagPayload{DistinctId: "user", Key: "checkout-layout"})',
  ],
  ['Bunting', 'http.Post(base+"/v1/variables/checkout-layout", "application/json", body)'],
];

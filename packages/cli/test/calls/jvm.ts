import type { Examples } from './examples.ts';

export const javaExamples: Examples = [
  ['OpenFeature', 'boolean on = client.getBooleanValue("checkout-layout", false, context);'],
  ['OpenFeature', 'String layout = client.getStringValue("checkout-layout", "classic");'],
  ['OpenFeature', 'FlagEvaluationDetails<Integer> details = api.getIntegerDetails("checkout-layout", 1);'],
  ['LaunchDarkly', 'boolean show = client.boolVariation("checkout-layout", context, false);'],
  [
    'LaunchDarkly',
    'EvaluationDetail<LDValue> d = client.jsonValueVariationDetail("checkout-layout", context, LDValue.ofNull());',
  ],
  ['Unleash', 'if (unleash.isEnabled("checkout-layout", context)) {'],
  ['Unleash', 'Variant variant = unleash.getVariant("checkout-layout");'],
  ['Flagsmith', 'boolean show = flags.isFeatureEnabled("checkout-layout");'],
  ['Flagsmith', 'Object value = flags.getFeatureValue("checkout-layout");'],
  ['GrowthBook', 'if (growthBook.isOn("checkout-layout")) {'],
  ['GrowthBook', 'String layout = growthBook.getFeatureValue("checkout-layout", "classic");'],
  ['GrowthBook', 'FeatureResult<String> result = growthBook.evalFeature("checkout-layout", String.class);'],
  ['ConfigCat', 'boolean on = configCatClient.getValue(Boolean.class, "checkout-layout", user, false);'],
  ['ConfigCat', 'client.getValueAsync(Boolean.class, "checkout-layout", false).thenAccept(on -> {});'],
  ['PostHog', 'if (posthog.isFeatureEnabled(distinctId, "checkout-layout", false)) {'],
  ['PostHog', 'Object variant = posthog.getFeatureFlag(distinctId, "checkout-layout");'],
  ['Bunting', 'URI.create(base + "/v1/variables/checkout-layout")'],
];

export const kotlinExamples: Examples = [
  ['OpenFeature', 'val on = client.getBooleanValue("checkout-layout", false)'],
  ['OpenFeature', 'val details = client.getStringDetails(key = "checkout-layout", defaultValue = "classic")'],
  ['LaunchDarkly', 'val show = LDClient.get().boolVariation("checkout-layout", false)'],
  ['Unleash', 'if (unleash.isEnabled("checkout-layout")) {'],
  ['Unleash', 'val variant = unleash.getVariant(toggleName = "checkout-layout")'],
  ['Flagsmith', 'flagsmith.hasFeatureFlag(forFeatureId = "checkout-layout") { result -> }'],
  ['Flagsmith', 'flagsmith.getValueForFeature("checkout-layout") { }'],
  ['GrowthBook', 'if (growthBook.feature("checkout-layout").on) {'],
  ['GrowthBook', 'val on = gb.isOn("checkout-layout")'],
  ['ConfigCat', 'val on = configCatClient.getValue("checkout-layout", false)'],
  [
    'ConfigCat',
    'import com.configcat.*\nval details = client.getValueDetails<Boolean>("checkout-layout", false)',
  ],
  ['PostHog', 'if (PostHog.isFeatureEnabled("checkout-layout", true)) {'],
  ['PostHog', 'val variant = PostHog.getFeatureFlag("checkout-layout")'],
  ['Bunting', 'client.post("$base/v1/variables/checkout-layout")'],
];

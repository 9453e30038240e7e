import type { Examples } from './examples.ts';

export const swiftExamples: Examples = [
  ['OpenFeature', 'let on = client.getBooleanValue(key: "checkout-layout", defaultValue: false)'],
  ['OpenFeature', 'let details = client.getStringDetails(key: "checkout-layout", defaultValue: "classic")'],
  ['LaunchDarkly', 'let on = LDClient.get()!.boolVariation(forKey: "checkout-layout", defaultValue: false)'],
  [
    'LaunchDarkly',
    'let detail = client.stringVariationDetail(forKey: "checkout-layout", defaultValue: "classic")',
  ],
  ['Unleash', 'if unleash.isEnabled(name: "checkout-layout") {'],
  ['Unleash', 'let variant = unleash.getVariant(name: "checkout-layout")'],
  ['Flagsmith', 'Flagsmith.shared.hasFeatureFlag(withID: "checkout-layout") { result in'],
  ['Flagsmith', 'let value = try await Flagsmith.shared.getValueForFeature(withID: "checkout-layout")'],
  ['GrowthBook', 'let on = gb.isOn(feature: "checkout-layout")'],
  ['GrowthBook', 'let layout = gb.getFeatureValue(feature: "checkout-layout", default: "classic")'],
  ['GrowthBook', 'let result = gb.evalFeature(id: "checkout-layout")'],
  ['ConfigCat', 'import ConfigCat\nclient.getValue(for: "checkout-layout", defaultValue: false) { on in'],
  ['ConfigCat', 'let details = await configCat.getValueDetails(for: "checkout-layout", defaultValue: false)'],
  ['PostHog', 'if PostHogSDK.shared.isFeatureEnabled("checkout-layout") {'],
  ['PostHog', 'let variant = PostHogSDK.shared.getFeatureFlag("checkout-layout") as? String'],
  ['Bunting', 'URL(string: "https://flags.example/v1/variables/checkout-layout")'],
];

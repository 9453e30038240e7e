import { spell, type Language } from './language.ts';

const types = ['bool', 'int', 'float', 'string', 'struct'];

export const rust: Language = {
  name: 'Rust',
  extensions: ['rs'],
  constantsNeedImport: 'variables',
  calls: [
    { client: 'OpenFeature', names: spell(types, 'get_*_value', 'get_*_details') },
    {
      client: 'LaunchDarkly',
      names: spell(['bool', 'int', 'float', 'str', 'json'], '*_variation', '*_variation_detail'),
      key: [1],
    },
    { client: 'Unleash', names: ['is_enabled', 'get_variant'], needs: 'receiver' },
    {
      client: 'Flagsmith',
      names: ['is_feature_enabled', 'get_feature_value', 'get_feature_value_as_string'],
    },
    { client: 'GrowthBook', names: ['is_on', 'is_off'], needs: 'receiver' },
    { client: 'GrowthBook', names: ['feature_result'] },
    { client: 'ConfigCat', names: ['get_value', 'get_flag_details'], needs: 'client' },
    { client: 'ConfigCat', names: ['get_value_details'], needs: 'receiver' },
    { client: 'PostHog', names: ['get_feature_flag', 'get_feature_flag_payload'] },
  ],
};

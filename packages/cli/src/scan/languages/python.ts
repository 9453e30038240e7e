import { spell, type Language } from './language.ts';

const types = ['boolean', 'string', 'integer', 'float', 'object'];

export const python: Language = {
  name: 'Python',
  extensions: ['py', 'pyi'],
  constantsNeedImport: 'variables',
  calls: [
    { client: 'OpenFeature', names: spell(types, 'get_*_value', 'get_*_details') },
    { client: 'OpenFeature', names: spell(types, 'get_*_value_async', 'get_*_details_async') },
    { client: 'LaunchDarkly', names: ['variation', 'variation_detail'], needs: 'receiver' },
    { client: 'Unleash', names: ['is_enabled', 'get_variant'], needs: 'receiver' },
    { client: 'Flagsmith', names: ['is_feature_enabled', 'get_feature_value'] },
    { client: 'GrowthBook', names: ['is_on', 'is_off'], needs: 'receiver' },
    { client: 'GrowthBook', names: ['isOn', 'isOff', 'getFeatureValue', 'eval_feature', 'evalFeature'] },
    { client: 'ConfigCat', names: ['get_value'], needs: 'client' },
    { client: 'ConfigCat', names: ['get_value_details'], needs: 'receiver' },
    { client: 'PostHog', names: ['feature_enabled', 'get_feature_flag', 'get_feature_flag_payload'] },
    { client: 'PostHog', names: ['get_feature_flag_result'] },
    { client: 'PostHog', names: ['get_flag', 'get_flag_payload'], needs: 'receiver' },
  ],
};

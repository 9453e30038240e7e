import { spell, type Language } from './language.ts';

const types = ['boolean', 'string', 'number', 'integer', 'float', 'object'];

export const ruby: Language = {
  name: 'Ruby',
  extensions: ['rb', 'erb', 'rake', 'haml', 'slim'],
  callsWithoutParentheses: true,
  calls: [
    { client: 'OpenFeature', names: spell(types, 'fetch_*_value', 'fetch_*_details') },
    { client: 'LaunchDarkly', names: ['variation', 'variation_detail'], needs: 'receiver' },
    { client: 'Unleash', names: ['is_enabled?', 'is_disabled?', 'if_enabled', 'if_disabled'] },
    { client: 'Unleash', names: ['enabled?', 'disabled?', 'get_variant'], needs: 'receiver' },
    { client: 'Flagsmith', names: ['is_feature_enabled', 'feature_enabled?', 'get_feature_value'] },
    { client: 'GrowthBook', names: ['on?', 'off?', 'feature_value'], needs: 'receiver' },
    { client: 'GrowthBook', names: ['eval_feature'] },
    { client: 'ConfigCat', names: ['get_value'], needs: 'client' },
    { client: 'ConfigCat', names: ['get_value_details'], needs: 'receiver' },
    { client: 'PostHog', names: ['get_feature_flag', 'get_feature_flag_payload', 'get_feature_flag_result'] },
    { client: 'Flipper', names: ['enabled?'], needs: 'client' },
  ],
};

import type { TabLink } from '../../page/tabs.tsx';
import { paths } from '../../page/paths.ts';

/** Returns the tabs of a feature in their order. Tabs of an environment lead to `params.env`. */
export function getTabs(
  params: { org: string; project: string; feature: string; env: string },
  isComparing: boolean,
): TabLink[] {
  const exact = { exact: true, includeSearch: false };
  return [
    // Exact, because the paths of other tabs begin with it.
    {
      key: 'targeting',
      label: 'Targeting',
      to: paths.serving,
      params,
      activeOptions: exact,
      isShown: isComparing,
    },
    { key: 'values', label: 'Values', to: paths.values, params },
    { key: 'overrides', label: 'Overrides', to: paths.overrides, params },
    { key: 'code', label: 'Code', to: paths.featureCode, params },
    { key: 'history', label: 'History', to: paths.history, params },
  ];
}

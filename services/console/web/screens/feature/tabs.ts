import type { TabLink } from '../../page/tabs.tsx';
import { paths } from '../../page/paths.ts';

/** The tabs of a feature, in their order. Those that depend on an environment lead to `params.env`. */
export function tabsOf(
  params: { org: string; project: string; feature: string; env: string },
  isComparing: boolean,
): TabLink[] {
  const exact = { exact: true, includeSearch: false };
  return [
    // Exactly, because the paths of other tabs of an environment begin with it.
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

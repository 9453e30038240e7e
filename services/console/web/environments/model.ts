import type { Environment } from '../api/types.ts';

/** What can be said of an environment in a form. */
export type EnvironmentSettings = Pick<
  Environment,
  'name' | 'protected' | 'allowed_origins' | 'require_signed_users' | 'datafile_personal_data'
>;

/** Only what somebody has touched: whatever others save meanwhile of the rest stays theirs. */
export type SettingsPatch = Partial<EnvironmentSettings>;

/** The patch with a change; what is as the server has it is no part of it. */
export function patchWith(
  stored: EnvironmentSettings,
  patch: SettingsPatch,
  changed: SettingsPatch,
): SettingsPatch {
  const entries = Object.entries({ ...patch, ...changed }).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(stored[key as keyof EnvironmentSettings]),
  );
  return Object.fromEntries(entries);
}

const labels: Readonly<Record<keyof EnvironmentSettings, string>> = {
  name: 'Name',
  protected: 'Protected',
  allowed_origins: 'Allowed origins',
  require_signed_users: 'Signed users',
  datafile_personal_data: 'Personal data in datafiles',
};

/** What is there now and what would be saved, field by field. */
export function differencesOf(stored: EnvironmentSettings, patch: SettingsPatch) {
  return (Object.keys(patch) as (keyof EnvironmentSettings)[]).map((key) => ({
    key,
    label: labels[key],
    now: said(stored[key]),
    own: said(patch[key]),
  }));
}

function said(value: string | boolean | readonly string[] | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return (value ?? []).join(', ') || 'none';
}

/** The origins of a text, by line or comma, each once. */
export function originsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((origin) => origin !== ''))];
}

/** Whether a document is YAML rather than JSON: by the name of its file, else by how it begins. */
export function isYamlDocument(text: string, fileName: string | undefined): boolean {
  if (fileName !== undefined && /\.(ya?ml|json)$/i.test(fileName)) return !/\.json$/i.test(fileName);
  return !/^\s*[[{]/.test(text);
}

import type { Environment } from '../../api/types.ts';

/** The settings of an environment as its form has them. */
export type EnvironmentSettings = Pick<
  Environment,
  'name' | 'protected' | 'allowed_origins' | 'require_signed_users' | 'datafile_personal_data'
>;

/** Returns the settings of an environment without the rest of it. */
export const toSettings = (environment: EnvironmentSettings): EnvironmentSettings => ({
  name: environment.name,
  protected: environment.protected,
  allowed_origins: environment.allowed_origins,
  require_signed_users: environment.require_signed_users,
  datafile_personal_data: environment.datafile_personal_data,
});

export const settingLabels: Readonly<Record<keyof EnvironmentSettings, string>> = {
  name: 'Name',
  protected: 'Protected',
  allowed_origins: 'Allowed origins',
  require_signed_users: 'Signed users',
  datafile_personal_data: 'Personal data in datafiles',
};

/** Returns the distinct origins of a text, by line or comma. */
export function originsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((origin) => origin !== ''))];
}

/** Tells YAML from JSON by the file name, else by the first character. */
export function isYamlDocument(text: string, fileName: string | undefined): boolean {
  if (fileName !== undefined && /\.(ya?ml|json)$/i.test(fileName)) return !/\.json$/i.test(fileName);
  return !/^\s*[[{]/.test(text);
}

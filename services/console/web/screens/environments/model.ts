import type { Environment } from '../../api/types.ts';

/** The settings of an environment as its form has them. */
export type EnvironmentSettings = Pick<
  Environment,
  | 'name'
  | 'protected'
  | 'required_approvals'
  | 'approvers'
  | 'without_approval'
  | 'comment_required'
  | 'allowed_origins'
  | 'require_signed_users'
  | 'datafile_personal_data'
>;

/** Returns the settings of an environment without the rest of it. */
export const toSettings = (environment: EnvironmentSettings): EnvironmentSettings => ({
  name: environment.name,
  protected: environment.protected,
  required_approvals: environment.required_approvals,
  approvers: environment.approvers,
  without_approval: environment.without_approval,
  comment_required: environment.comment_required,
  allowed_origins: environment.allowed_origins,
  require_signed_users: environment.require_signed_users,
  datafile_personal_data: environment.datafile_personal_data,
});

export const settingLabels: Readonly<Record<keyof EnvironmentSettings, string>> = {
  name: 'Name',
  protected: 'Protected',
  required_approvals: 'Required approvals',
  approvers: 'Approvers',
  without_approval: 'Without approval',
  comment_required: 'Required comments',
  allowed_origins: 'Allowed origins',
  require_signed_users: 'Signed users',
  datafile_personal_data: 'Personal data in datafiles',
};

export const approverLabels: Readonly<Record<EnvironmentSettings['approvers'], string>> = {
  admin: 'Admins and owners',
  member: 'Members, admins and owners',
};

export const exemptionLabels: Readonly<Record<EnvironmentSettings['without_approval'], string>> = {
  nothing: 'Nothing',
  switch_off: 'Turn targeting off',
  revert: 'Turn targeting off, revert changes of the last 24 hours',
  anything: 'Turn targeting off, revert, apply change requests with a reason',
};

/** Returns the settings with their choices in words. */
export const toWords = ({ approvers, without_approval: exempt, ...rest }: Partial<EnvironmentSettings>) => ({
  ...rest,
  ...(approvers && { approvers: approverLabels[approvers] }),
  ...(exempt && { without_approval: exemptionLabels[exempt] }),
});

const approvers = Object.keys(approverLabels);
const exemptions = ['nothing', 'switch_off', 'revert', 'anything'];

/** Returns whether saving needs the approvals that are required now, because it lowers them. */
export function areApprovalsLowered(stored: EnvironmentSettings, value: EnvironmentSettings): boolean {
  return stored.required_approvals > 0 && isGuardedLess(stored, value);
}

/** Returns whether saving needs a comment, because it lowers the protection of an environment that requires comments. */
export function isCommentNeeded(stored: EnvironmentSettings, value: EnvironmentSettings): boolean {
  return stored.comment_required && stored.required_approvals === 0 && isGuardedLess(stored, value);
}

function isGuardedLess(stored: EnvironmentSettings, value: EnvironmentSettings): boolean {
  return (
    (stored.protected && !value.protected) ||
    value.required_approvals < stored.required_approvals ||
    approvers.indexOf(value.approvers) > approvers.indexOf(stored.approvers) ||
    exemptions.indexOf(value.without_approval) > exemptions.indexOf(stored.without_approval) ||
    (stored.comment_required && !value.comment_required)
  );
}

/** Returns why the environment cannot be deleted; undefined = it can. */
export function getDeleteReason({
  name,
  required_approvals: required,
}: EnvironmentSettings): string | undefined {
  return required > 0
    ? `Deleting ${name} needs approval. Set “Required approvals” to none first.`
    : undefined;
}

/** Returns the distinct origins of a text, by line or comma. */
export function originsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((origin) => origin !== ''))];
}

/** Tells YAML from JSON by the file name, else by the first character. */
export function isYamlDocument(text: string, fileName: string | undefined): boolean {
  if (fileName !== undefined && /\.(ya?ml|json)$/i.test(fileName)) return !/\.json$/i.test(fileName);
  return !/^\s*[[{]/.test(text);
}

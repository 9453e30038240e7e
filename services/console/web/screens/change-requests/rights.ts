/** The rights of a user over a change request, as the API decides them. Pure. */
import type { OwnMembership } from '../../api/session/denied-reason.ts';
import type { ChangeRequestSummary, Environment, Role } from '../../api/types.ts';
import { formatMoment } from '../../design/format-time.ts';

type ApprovalSettings = Pick<
  Environment,
  'slug' | 'name' | 'required_approvals' | 'approvers' | 'without_approval'
>;

/** A change request, with everything that the rights of the user depend on. */
export interface RequestContext {
  readonly request: ChangeRequestSummary;
  /** The signed-in user. */
  readonly email: string;
  readonly membership: Pick<OwnMembership, 'role'> | undefined;
  /** The environments of the project. */
  readonly environments: readonly ApprovalSettings[];
}

const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, admin: 2, owner: 3 };
const isAtLeast = (role: Role, least: Role) => ranks[role] >= ranks[least];

/** Returns the least role whose approval counts in an environment. Without required approvals it stands for the right to change it. */
export function getApprovers({
  required_approvals: required,
  approvers,
}: ApprovalSettings): 'admin' | 'member' {
  return required > 0 ? approvers : 'admin';
}

function listAltered({ request, environments }: RequestContext) {
  return environments.filter(({ slug }) =>
    request.environments.some(({ environment }) => environment === slug),
  );
}

/** Returns whether the approval of a role counts in an environment that the request alters. */
function mayApprove(context: RequestContext, role: Role): boolean {
  const altered = listAltered(context);
  if (altered.length === 0) return isAtLeast(role, 'admin');
  return altered.some((environment) => isAtLeast(role, getApprovers(environment)));
}

/** Returns whether the user is the author, or may approve requests such as this one. */
function isManager(context: RequestContext): boolean {
  const { request, email, membership } = context;
  if (membership === undefined || membership.role === 'viewer') return false;
  return (
    request.author === email || isAtLeast(membership.role, 'admin') || mayApprove(context, membership.role)
  );
}

const names = (environments: readonly { readonly name: string }[]) =>
  new Intl.ListFormat('en-GB').format(environments.map(({ name }) => name));

/** Returns why the user cannot give a verdict; undefined = can. */
export function getVerdictReason(context: RequestContext): string | undefined {
  const { request, email, membership } = context;
  if (request.author === email) return 'You are the author, so somebody else must approve it.';
  if (request.contributors.includes(email)) return 'You have edited it, so somebody else must approve it.';
  if (membership !== undefined && mayApprove(context, membership.role)) return undefined;
  const where = names(listAltered(context));
  return `Only admins and owners can approve changes${where && ` in ${where}`}. You are a ${membership?.role ?? 'guest'} here.`;
}

/** Returns why the user cannot edit, apply or close the request; undefined = can. */
export function getManageReason(context: RequestContext): string | undefined {
  if (isManager(context)) return undefined;
  if (context.membership?.role === 'viewer')
    return 'Viewers can’t make changes. Ask an admin to make you a member.';
  return 'Only its author and people who may approve it can do this.';
}

/** Returns why the user cannot take the request over; undefined = can. */
export function getTakeOverReason(context: RequestContext): string | undefined {
  const { membership } = context;
  if (membership !== undefined && membership.role !== 'viewer' && mayApprove(context, membership.role))
    return undefined;
  return 'Only people who may approve it can take it over.';
}

/** Returns why the request cannot be applied now; undefined = it can. */
export function getApplyReason(context: RequestContext): string | undefined {
  const { request } = context;
  const denied = getManageReason(context);
  if (denied !== undefined) return denied;
  switch (request.stage) {
    case 'conflicting':
      return 'Resolve the conflicts first.';
    case 'changes_requested':
      return 'Somebody has requested changes.';
    case 'waiting':
      return 'Approvals are missing.';
    case 'following':
      return `Apply #${request.after} first.`;
    case 'scheduled':
      return `It is scheduled for ${formatMoment(request.apply.at ?? '')}. To apply it now, change the schedule first.`;
    default:
      return undefined;
  }
}

/** Returns whether the environments whose approvals are missing let admins apply requests without them. */
export function allowsWithoutApproval({ request, environments }: RequestContext): boolean {
  if (request.stage !== 'waiting' && request.stage !== 'changes_requested') return false;
  return request.environments
    .filter(({ required, approved_by: approvedBy }) => approvedBy.length < required)
    .every(({ environment: slug }) => {
      const environment = environments.find((each) => each.slug === slug);
      return (
        environment !== undefined &&
        (environment.required_approvals === 0 || environment.without_approval === 'anything')
      );
    });
}

/** Returns why the user cannot apply it without approval; undefined = can. */
export function getWithoutApprovalReason({ membership }: RequestContext): string | undefined {
  if (membership !== undefined && isAtLeast(membership.role, 'admin')) return undefined;
  return `Only admins and owners can do this. You are a ${membership?.role ?? 'guest'} here.`;
}

import type { Role, TokenScope } from '@bunting/changes/organisations';

const yes = true;
const no = false;

/**
 * The whole table of who may do what in an organisation. An organisation token has a role, too. What the caller may not see is
 * 404 before this table is read; what the caller may see but not do is 403.
 */
// oxfmt-ignore
export const permissions = {
  //                        viewer  member  admin  owner
  /** Everything but secrets, which are shown once. */
  'read':                  [ yes,    yes,    yes,   yes ],
  /** Saying something of an audit record; tokens may not. */
  'comment':               [ yes,    yes,    yes,   yes ],
  /** Features, variables, variations, segments. */
  'define':                [ no,     yes,    yes,   yes ],
  /** Targeting, defaults, overrides. */
  'serve':                 [ no,     yes,    yes,   yes ],
  /** The same in a protected environment, and every other change of what is served there. */
  'serve-protected':       [ no,     no,     yes,   yes ],
  /** Change requests, whose own changes need their own actions. */
  'propose':               [ no,     yes,    yes,   yes ],
  /** Projects, environments and their keys; imports. */
  'manage-projects':       [ no,     no,     yes,   yes ],
  /** Ending one's own membership. */
  'leave':                 [ yes,    yes,    yes,   yes ],
  /** The organisation's name, webhook endpoints; removing members, revoking tokens. */
  'manage-organisation':   [ no,     no,     yes,   yes ],
  /** Adding members, changing roles, making tokens: what stays when the caller has left. */
  'manage-people':         [ no,     no,     yes,   yes ],
  /** Whole addresses of webhook endpoints, and what receivers answer: both may contain secrets. */
  'read-receivers':        [ no,     yes,    yes,   yes ],
  /** Making and unmaking owners. */
  'manage-owners':         [ no,     no,     no,    yes ],
} as const satisfies Record<string, readonly [viewer: boolean, member: boolean, admin: boolean, owner: boolean]>;

export type Action = keyof typeof permissions;

export const actions = Object.keys(permissions) as readonly Action[];

/** The actions for which a token needs a scope beside `settings`. */
export const neededScopes: { readonly [action in Action]?: TokenScope } = { 'manage-people': 'members' };

const columns: Record<Role, 0 | 1 | 2 | 3> = { viewer: 0, member: 1, admin: 2, owner: 3 };

export function may(role: Role, action: Action): boolean {
  return permissions[action][columns[role]];
}

/** Returns whether the role `now` allows everything that the role `then` allows. */
export function isAtLeast(now: Role, then: Role): boolean {
  return columns[now] >= columns[then];
}

/** Returns the action in an environment: serving in a protected one is a separate action. */
export function actionIn(action: Action, environment: { readonly protected: boolean } | undefined): Action {
  return action === 'serve' && environment?.protected === true ? 'serve-protected' : action;
}

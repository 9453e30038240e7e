import type { Role, TokenScope } from '@bunting/changes';

const yes = true;
const no = false;

/**
 * Who may do what in an organisation: the whole of it. An organisation token counts as an admin. What one may not see
 * is 404 before this table is asked; what one may see but not do is 403.
 */
// oxfmt-ignore
export const permissions = {
  //                        viewer  member  admin  owner
  /** Everything but secrets, which nobody can see twice. */
  'read':                  [ yes,    yes,    yes,   yes ],
  /** Features, variables, variations, segments. */
  'define':                [ no,     yes,    yes,   yes ],
  /** Targeting, defaults, overrides. */
  'serve':                 [ no,     yes,    yes,   yes ],
  /** The same in a protected environment, and whatever else changes what is served there. */
  'serve-protected':       [ no,     no,     yes,   yes ],
  /** Projects, environments and their keys; imports. */
  'manage-projects':       [ no,     no,     yes,   yes ],
  /** Giving up one's own place. */
  'leave':                 [ yes,    yes,    yes,   yes ],
  /** The organisation's name, webhook endpoints; who goes, and which token ends. */
  'manage-organisation':   [ no,     no,     yes,   yes ],
  /** Who comes, in which role, and which tokens there are: what could outlive whoever does it. */
  'manage-people':         [ no,     no,     yes,   yes ],
  /** Addresses of webhook endpoints whole, and what receivers answer: both may hold secrets. */
  'read-receivers':        [ no,     yes,    yes,   yes ],
  /** Who is an owner. */
  'manage-owners':         [ no,     no,     no,    yes ],
} as const satisfies Record<string, readonly [viewer: boolean, member: boolean, admin: boolean, owner: boolean]>;

export type Action = keyof typeof permissions;

/** What of these a token may do only with a scope of its own, beside `settings`. */
export const neededScopes: { readonly [action in Action]?: TokenScope } = { 'manage-people': 'members' };

const columns: Record<Role, 0 | 1 | 2 | 3> = { viewer: 0, member: 1, admin: 2, owner: 3 };

export function may(role: Role, action: Action): boolean {
  return permissions[action][columns[role]];
}

/** Whether `now` may do all that `then` may. */
export function isAtLeast(now: Role, then: Role): boolean {
  return columns[now] >= columns[then];
}

/** What a route's action means where it happens. */
export function actionIn(action: Action, environment: { readonly protected: boolean } | undefined): Action {
  return action === 'serve' && environment?.protected === true ? 'serve-protected' : action;
}

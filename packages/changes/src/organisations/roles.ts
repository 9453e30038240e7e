/** What members may do, from the least to the most. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
/** One of `roles`. */
export type Role = (typeof roles)[number];

/** What organisation tokens may do. With `members` a token that has `settings` can also make members and tokens. */
export const tokenScopes = ['code_references', 'settings', 'members'] as const;
/** One of `tokenScopes`. */
export type TokenScope = (typeof tokenScopes)[number];

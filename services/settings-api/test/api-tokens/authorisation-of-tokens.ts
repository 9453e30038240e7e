/** What an organisation token does with this scope alone. */
export const scopeMembers = new Set([
  'POST /organisations/{org}/members',
  'PATCH /organisations/{org}/members/{email}',
  'POST /organisations/{org}/api-tokens',
]);

/** What tokens may not do, whatever their scopes. */
export const ofPeople = new Set([
  'POST /organisations/{org}/audit-log/{id}/comments',
  'PATCH /organisations/{org}/audit-log/{id}/comments/{comment}',
  'DELETE /organisations/{org}/audit-log/{id}/comments/{comment}',
  'GET /organisations/{org}/changes',
]);

/** Actions that an organisation token may do only with this scope. */
export const scopeMembers = new Set([
  'POST /organisations/{org}/members',
  'PATCH /organisations/{org}/members/{email}',
  'POST /organisations/{org}/api-tokens',
]);

/** Actions that tokens may not do, whatever their scopes. */
export const ofPeople = new Set([
  'POST /organisations/{org}/audit-log/{id}/comments',
  'PATCH /organisations/{org}/audit-log/{id}/comments/{comment}',
  'DELETE /organisations/{org}/audit-log/{id}/comments/{comment}',
  'POST /organisations/{org}/projects/{project}/change-requests/{number}/comments',
  'PATCH /organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment}',
  'DELETE /organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment}',
  'GET /organisations/{org}/changes',
]);

import { base } from './base.ts';

/** What does the same from a shell: the path is below that of organisations, and an organisation token is in a variable. */
export function commandOf(path: string, body: object, method: 'POST' | 'PUT' = 'POST'): string {
  const address = `${location.origin}${base}/settings/v1/organisations/${path}`;
  return [
    `curl ${method === 'POST' ? '' : `-X ${method} `}'${address}'`,
    `-H "Authorization: Bearer $BUNTING_TOKEN" -H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}

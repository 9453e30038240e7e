import { base } from './base.ts';

/** Returns a cURL command with an organisation token from a variable. `path` is relative to /organisations. */
export function createCurlCommand(path: string, body: object, method: 'POST' | 'PUT' = 'POST'): string {
  const address = `${location.origin}${base}/settings/v1/organisations/${path}`;
  return [
    `curl ${method === 'POST' ? '' : `-X ${method} `}'${address}'`,
    `-H "Authorization: Bearer $BUNTING_TOKEN" -H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}

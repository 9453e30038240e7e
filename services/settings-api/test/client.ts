import request from 'supertest';
import { acmeToken } from './organisations.ts';
import type { RunningApp } from './running-app.ts';

export interface Answered {
  readonly status: number;
  // Tests read any member of an answer.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly etag: string;
}

type Headers = Readonly<Record<string, string>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Returns calls of one caller below a project of Acme; without headers, of the organisation token. */
export function createCalls(
  app: Pick<RunningApp, 'server'>,
  caller: Headers = { Authorization: `Bearer ${acmeToken}` },
  project = 'web',
) {
  const call =
    (method: Method) =>
    async (path: string, body?: unknown, headers: Headers = {}): Promise<Answered> => {
      const url = `/settings/v1/organisations/acme/projects/${project}${path}`;
      const agent = request(app.server);
      const asked = agent[method](url).set({ ...caller, ...headers });
      const answer = await (body === undefined ? asked : asked.send(body as object));
      return { status: answer.status, body: answer.body, etag: answer.headers['etag'] as string };
    };
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: (path: string, headers?: Headers) => call('delete')(path, undefined, headers),
  };
}

export type Calls = ReturnType<typeof createCalls>;

/** Returns the paths of the problems of a 400, sorted. */
export function getPaths({ status, body }: Answered): string[] {
  if (status !== 400) throw new Error(`${status} is not 400: ${JSON.stringify(body)}`);
  return (body as { details: { path: string }[] }).details.map(({ path }) => path).toSorted();
}

/** Returns the lines of the differences in an answer. */
export function getLines({ body }: Pick<Answered, 'body'>): string[] {
  return (body.changes as { text: string }[]).map(({ text }) => text);
}

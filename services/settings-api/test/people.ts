import request from 'supertest';
import type { RunningApp } from './running-app.ts';

type Headers = Readonly<Record<string, string>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Calls below `/settings/v1` as one caller. */
export function callsAs(app: Pick<RunningApp, 'server'>, who: Headers = {}) {
  const call = (method: Method) => (path: string, body?: object) => {
    const asked = request(app.server)[method](`/settings/v1${path}`).set(who);
    return body === undefined ? asked : asked.send(body);
  };
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  };
}

export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** Returns the cookies of an answer, as the next request sends them. */
export function getCookie(answer: { headers: Record<string, unknown> }): { Cookie: string } {
  const cookies = answer.headers['set-cookie'] as string[];
  return { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
}

/** Returns the statuses of answers, sorted. */
export function getStatuses(answers: readonly { readonly status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** Returns the paths of the problems of a 400. */
export function getProblemPaths(answer: { readonly body: unknown }): string[] {
  return (answer.body as { details: { path: string }[] }).details.map(({ path }) => path);
}

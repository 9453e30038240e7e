import request from 'supertest';
import { prefix } from '../../src/app.ts';
import { allWrites, names } from './all-writes.ts';
import { bearer } from '../people.ts';
import { signIn, staffToken, type RunningApp } from '../running-app.ts';

const commentWrites = [
  'POST /organisations/{org}/audit-log/{id}/comments',
  'POST /organisations/{org}/projects/{project}/change-requests/{number}/comments',
] as const;

type Headers = Readonly<Record<string, string>>;

/**
 * Makes the writes of all-writes.ts in their order, as the owner of Acme where a path does not ask for somebody else, and keeps the ids that later ones need.
 */
export function createWriter(app: RunningApp) {
  const ids = new Map<string, string>();
  const writes = allWrites(app, ids);
  let owner: Headers | undefined;

  return {
    writes,
    async signIn(): Promise<void> {
      owner = await signIn(app, 'owner@acme.example');
    },
    async ask(name: string, query: string, headers: Headers = {}): Promise<request.Response> {
      const [method = '', path = ''] = name.split(' ');
      const write = writes[name]!;
      const id = ids.get(write.idOf ?? '');
      const given: Headers = {
        ...names,
        ...write.in,
        ...(id && { id }),
        delivery: ids.get('delivery') ?? 'x',
        comment: ids.get(commentWrites[path.includes('/change-requests/') ? 1 : 0]) ?? 'x',
        token: ids.get('token') ?? 'x',
      };
      owner ??= await signIn(app, 'owner@acme.example');
      const isPublic = path.includes('{token}');
      const who = path.startsWith('/staff') ? bearer(staffToken) : isPublic ? {} : owner;
      const url = `${prefix}${path.replaceAll(/\{(\w+)\}/g, (_, part: string) => given[part] ?? 'x')}?${query}`;
      const agent = request(app.server);
      const send = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
      return agent[send](url).set(who).set(headers).send(write.body);
    },
    /** Keeps what an answer names for later writes. */
    keep(name: string, body: unknown): void {
      const { id, token, invitation } = (body ?? {}) as {
        id?: string;
        token?: string;
        invitation?: { token: string };
      };
      if (id !== undefined) ids.set(name, id);
      const link = invitation?.token ?? token;
      if (link !== undefined) ids.set('token', link);
    },
  };
}

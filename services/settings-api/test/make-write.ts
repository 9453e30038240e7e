import request from 'supertest';
import { prefix } from '../src/app.ts';
import type { Route } from '../src/framework/route.ts';
import { names, type Write } from './all-writes.ts';
import { bearer } from './people.ts';
import { staffToken, type RunningApp } from './running-app.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Makes the writes of all-writes.ts in their order, as the owner of Acme where a path does not ask for somebody else, and keeps the ids that later ones need.
 */
export function createWriter(
  app: Pick<RunningApp, 'server'>,
  { ids, owner }: { ids: Map<string, string>; owner: () => Headers },
) {
  const ask = ({ method, path }: Pick<Route, 'method' | 'path'>, write: Write, query: string) => {
    const id = ids.get(write.idOf ?? '');
    const given: Headers = {
      ...names,
      ...write.in,
      ...(id && { id }),
      delivery: ids.get('delivery') ?? 'x',
      token: ids.get('token') ?? 'x',
    };
    const isPublic = path.includes('{token}');
    const who = path.startsWith('/staff') ? bearer(staffToken) : isPublic ? {} : owner();
    const url = `${prefix}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? 'x')}?${query}`;
    const agent = request(app.server);
    const send = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
    return agent[send](url).set(who).send(write.body);
  };
  return {
    ask,
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

import type { Server } from 'node:http';
import { expect } from '@jest/globals';
import request from 'supertest';
import { keys } from './organisations.ts';

/** The answer of `GET /v1/datafile`, as far as tests read it. */
export interface DatafileBody {
  readonly version: number;
  readonly since: number | null;
  readonly fragments: readonly {
    readonly kind: string;
    readonly id: string;
    readonly document: ({ readonly slug: string; readonly remote?: true } & Record<string, unknown>) | null;
  }[];
}

/** Asks for the datafile, uncompressed; an empty key is none. */
export function askDatafile(
  server: Server,
  query = '',
  headers: Readonly<Record<string, string>> = {},
  key: string = keys.datafile,
) {
  return request(server)
    .get(`/v1/datafile${query}`)
    .set({ 'Accept-Encoding': 'identity', ...(key && { 'X-API-Key': key }), ...headers });
}

export async function readDatafile(server: Server, query = ''): Promise<DatafileBody> {
  const { status, body } = await askDatafile(server, query);
  expect(status).toBe(200);
  return body as DatafileBody;
}

import http from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { findNodeHttp } from './node-http.ts';

const node = { process };
const dispatcher = Symbol.for('undici.globalDispatcher.1');

describe('requests are sent', () => {
  it('by the client of Node.js, whose first request costs less than the first fetch', () => {
    expect(findNodeHttp(node)?.http.request).toBe(http.request);
    expect(findNodeHttp({ ...node, [dispatcher]: { constructor: { name: 'Agent' } } })).toBeDefined();
  });

  it.each<[string, object]>([
    ['a runtime without process', {}],
    ['a runtime without these modules', { process: { release: { name: 'node' } } }],
    ['a runtime that has some of them', { process: { ...process, getBuiltinModule: () => undefined } }],
    ['another runtime', { process: { ...process, release: { name: 'other' } } }],
    ['Bun', { ...node, Bun: {} }],
    ['Cloudflare', { ...node, navigator: { userAgent: 'Cloudflare-Workers' } }],
    [
      'an application that sends through a proxy',
      { ...node, [dispatcher]: { constructor: { name: 'ProxyAgent' } } },
    ],
  ])('with fetch by %s', (_what, globals) => {
    expect(findNodeHttp(globals)).toBeUndefined();
  });
});

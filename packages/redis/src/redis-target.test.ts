import { describe, expect, it } from '@jest/globals';
import { readConfig, type ConfigError } from '@bunting/config';
import { redisFields, redisRules, toRedisTarget } from './redis-target.ts';

type Env = Readonly<Record<string, string>>;

const targetOf = (env: Env) => toRedisTarget(readConfig(env, redisFields, () => {}, redisRules));

function problemsOf(env: Env): readonly string[] {
  try {
    targetOf(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

const noLogin = { username: undefined, password: undefined, isTls: false };

describe('the target of Redis', () => {
  it('is a URL', () => {
    expect(targetOf({ REDIS_URL: 'rediss://user:secret@redis:6380/1' })).toEqual({
      url: 'rediss://user:secret@redis:6380/1',
    });
  });

  it('may be nodes of a cluster', () => {
    expect(targetOf({ REDIS_CLUSTER_NODES: 'redis-0:6379, 10.0.0.2:7000,[::1]:7001' })).toEqual({
      clusterNodes: [
        { host: 'redis-0', port: 6379 },
        { host: '10.0.0.2', port: 7000 },
        { host: '::1', port: 7001 },
      ],
      login: noLogin,
    });
  });

  it('may be sentinels, with the default name of the primary or another', () => {
    const env = { REDIS_SENTINELS: 'sentinel:26379' };
    expect(targetOf(env)).toEqual({
      sentinels: [{ host: 'sentinel', port: 26_379 }],
      masterName: 'mymaster',
      sentinelPassword: undefined,
      login: noLogin,
    });
    expect(targetOf({ ...env, REDIS_SENTINEL_MASTER: 'flags', REDIS_SENTINEL_PASSWORD: 'x' })).toMatchObject({
      masterName: 'flags',
      sentinelPassword: 'x',
    });
  });

  it('has name, password and TLS for cluster and sentinels', () => {
    const login = { REDIS_USERNAME: 'bunting', REDIS_PASSWORD: 'secret', REDIS_TLS: 'true' };
    const expected = { login: { username: 'bunting', password: 'secret', isTls: true } };
    expect(targetOf({ REDIS_CLUSTER_NODES: 'a:1', ...login })).toMatchObject(expected);
    expect(targetOf({ REDIS_SENTINELS: 'a:1', ...login })).toMatchObject(expected);
  });

  it.each<[Env, string[]]>([
    [{}, ['REDIS_URL is required: the Redis server (or REDIS_CLUSTER_NODES, or REDIS_SENTINELS)']],
    [
      { REDIS_URL: 'redis://a', REDIS_CLUSTER_NODES: 'a:1' },
      ['REDIS_URL and REDIS_CLUSTER_NODES are set: exactly one of them says where Redis is.'],
    ],
    [{ REDIS_CLUSTER_NODES: 'redis' }, ['REDIS_CLUSTER_NODES must be host:port, comma-separated.']],
    [{ REDIS_SENTINELS: 'a:0' }, ['REDIS_SENTINELS must be host:port, comma-separated.']],
    [
      { REDIS_URL: 'http://a', REDIS_SENTINEL_MASTER: 'x', REDIS_TLS: 'true' },
      [
        'REDIS_URL must be a URL that begins with redis:// or rediss://.',
        'REDIS_SENTINEL_MASTER is set, but REDIS_SENTINELS is not.',
        'REDIS_TLS is set beside REDIS_URL, which carries its own.',
      ],
    ],
  ])('is refused when it is unclear: %j', (env, problems) => {
    expect(problemsOf(env)).toEqual(problems);
  });
});

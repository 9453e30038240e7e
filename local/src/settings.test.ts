import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.ts';

describe('the settings of the start command', () => {
  it('has a default for everything', () => {
    const { servicePorts, ...others } = readSettings({}, '/bunting');
    expect(servicePorts.get('eval-api')).toBe(8081);
    expect(others).toEqual({
      port: 8080,
      host: undefined,
      dataDir: '/bunting/.data',
      databaseUrl: undefined,
      redisUrl: undefined,
      bootstrapFile: '/bunting/local/demo.yaml',
      isDemo: true,
      demoTraffic: true,
    });
  });

  it('reads an empty BOOTSTRAP_FILE as none', () => {
    expect(readSettings({ BOOTSTRAP_FILE: '' }, '/bunting').bootstrapFile).toBeUndefined();
  });

  it('lists every mistake at once', () => {
    const env = {
      PORT: 'http',
      HOST: 'here',
      EVAL_API_PORT: '0',
      DATABASE_URL: 'mysql://host',
      REDIS_URL: 'host:6379',
    };
    expect(() => readSettings(env, '/bunting')).toThrow(
      /5 errors:\n {2}PORT .*\n {2}HOST .*\n {2}DATABASE_URL .*\n {2}REDIS_URL .*\n {2}EVAL_API_PORT /,
    );
  });

  it('refuses one port for two', () => {
    expect(() => readSettings({ PORT: '8081' }, '/bunting')).toThrow(
      'PORT and EVAL_API_PORT are both 8081: change one of them.',
    );
  });
});

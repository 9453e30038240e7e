import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { startServers, type Servers } from './governed.ts';

/** Starts new servers for each test. */
export function useServers(): Servers {
  const servers = {} as Servers;
  beforeEach(async () => void Object.assign(servers, await startServers()));
  afterEach(() => servers.close());
  return servers;
}

/** Starts servers for all tests of the file. */
export function shareServers(): Servers {
  const servers = {} as Servers;
  beforeAll(async () => void Object.assign(servers, await startServers()));
  afterAll(() => servers.close());
  return servers;
}

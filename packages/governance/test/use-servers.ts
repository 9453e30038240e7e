import { afterEach, beforeEach } from '@jest/globals';
import { startServers, type Servers } from './governed.ts';

/** New servers for each test. */
export function useServers(): Servers {
  const servers = {} as Servers;
  beforeEach(async () => void Object.assign(servers, await startServers()));
  afterEach(() => servers.close());
  return servers;
}

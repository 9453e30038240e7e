import { hashEnvironmentKey, hashSecret } from '@bunting/authentication';
import type { Bootstrap } from '../data/apply-bootstrap.ts';
import { addressOfMachine } from '../gateway/addresses.ts';
import type { Settings } from '../settings.ts';
import { startDemoTraffic } from './demo-traffic.ts';
import { receiverPath } from './demo-receiver.ts';
import { ensureEndpoint } from './ensure-endpoint.ts';

/** The published credentials of local/demo.yaml, by which the demo is recognised. */
const published = {
  organisation: 'acme',
  environmentKey: '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f',
  token: 'rpa_demo_ci_0123456789abcdefghijklmnopqrstuv',
} as const;

/** Returns the variables that the services need so that the demo can show its activity. They override nothing but their defaults. */
export function demoEnvironment(settings: Settings, env: NodeJS.ProcessEnv): Record<string, string> {
  if (!settings.isDemo) return {};
  const allowed = env['WEBHOOK_ALLOWED_HTTP_NETWORKS']?.trim();
  const receiver = `${addressOfMachine(settings.host)}:${settings.port}`; // only its port, not the databases on this machine
  return {
    WEBHOOK_ALLOWED_HTTP_NETWORKS: allowed && allowed !== 'none' ? `${allowed},${receiver}` : receiver,
    EVALUATION_COUNT_INTERVAL_MS: env['EVALUATION_COUNT_INTERVAL_MS'] ?? '15000', // seen in the console within a minute
  };
}

/**
 * Starts the demo's traffic. Undefined if it is turned off, if the document isn't the demo, or if its environment key was revoked:
 * the installation is then somebody's own.
 */
export async function openDemo(
  settings: Settings,
  bootstrap: Bootstrap | undefined,
  env: Parameters<typeof ensureEndpoint>[0],
  report: (message: string) => void,
): Promise<{ stop(): Promise<void> } | undefined> {
  if (!settings.isDemo || !settings.demoTraffic || bootstrap === undefined) return undefined;
  const { organisation, environmentKey, token } = published;
  const { validHashes } = bootstrap;
  if (!validHashes.has(hashEnvironmentKey(environmentKey, 'server').hash)) return undefined;
  const address = `http://${addressOfMachine(settings.host)}:${settings.port}`;
  await ensureEndpoint(env, organisation, `${address}${receiverPath}`);
  return startDemoTraffic({
    address,
    environmentKey,
    token: validHashes.has(hashSecret(token).hash) ? token : undefined,
    report,
  });
}

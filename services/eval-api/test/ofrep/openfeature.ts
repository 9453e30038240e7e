import type { Server } from 'node:http';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import { organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

/** Helpers of the tests with OpenFeature's public providers. */

export const staff = { targetingKey: 'user-1', email: 'jo@acme.example' };

/** The first of them is revoked. */
export const rotatingKeys = {
  old: 'c1a55e00-0000-4000-8000-0000000000d8',
  new: 'c1a55e00-0000-4000-8000-0000000000d9',
};

/** Starts two apps with the document: one that serves everything, and one that answers one request. */
export async function startApps(): Promise<{ app: RunningApp; strict: RunningApp; stop(): Promise<void> }> {
  const [app, strict] = await Promise.all([
    startApp({ document: withClientVariables() }),
    startApp({ document: organisations, limits: { ratePerMinute: 1, clientRatePerMinute: 1 } }),
  ]);
  await app.apply(rotating(rotatingKeys.old, rotatingKeys.new));
  return { app, strict, stop: async () => void (await Promise.all([app.stop(), strict.stop()])) };
}

export const createOptions = (key: string, { port }: RunningApp) => ({
  baseUrl: `http://127.0.0.1:${port}`,
  headers: [['X-API-Key', key]] as [string, string][],
});

/** Returns an organisation whose environment has exactly these keys. */
export function rotating(...keys: readonly string[]): object {
  const organisation = createOrganisation('rotating', keys[0]!, [createFeature('untargeted')]) as unknown as {
    projects: { environments: { api_keys: readonly string[] }[] }[];
  };
  organisation.projects[0]!.environments[0]!.api_keys = keys;
  return { prune: true, organisations: [organisation] };
}

interface Document {
  readonly organisations: readonly {
    readonly projects: readonly {
      readonly features: { slug: string; variables: { slug: string; client?: boolean }[] }[];
    }[];
  }[];
}

/** Returns the document of all tests, with some more variables for client keys. */
function withClientVariables(): Document {
  const document = structuredClone(organisations) as unknown as Document;
  const ofClients = new Set(['checkout-layout', 'paused', 'undefaulted', 'banner-content', 'banner-height']);
  for (const { variables } of featuresOf(document)) {
    for (const variable of variables) if (ofClients.has(variable.slug)) variable.client = true;
  }
  return document;
}

/** Returns the document with a default for staging. */
export function withStagingDefault(): object {
  const document = withClientVariables();
  const features = featuresOf(document);
  const index = features.findIndex(({ slug }) => slug === 'untargeted');
  features[index] = createFeature('untargeted', {
    environments: {
      production: { defaults: { untargeted: 'off' } },
      staging: { defaults: { untargeted: 'on' } },
    },
  });
  return document;
}

function featuresOf(document: Document) {
  return document.organisations[0]!.projects[0]!.features;
}

/** Records the OFREP requests that the server answers from now on. */
export function observeRequests(server: Server): { readonly url: string; readonly status: number }[] {
  const seen: { url: string; status: number }[] = [];
  server.on('request', (req, res) => {
    res.on('finish', () => seen.push({ url: req.url!, status: res.statusCode }));
  });
  return seen;
}

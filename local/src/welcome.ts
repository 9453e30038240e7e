import { parseKey, type GeneratedSecret } from '@bunting/bootstrap';
import { hashEnvironmentKey, hashSecret } from '@bunting/authentication';
import type { Bootstrap } from './data/apply-bootstrap.ts';

/** A request that a person can copy. */
interface Example {
  /** organisation/project/environment */
  readonly environment: string;
  readonly key: string;
  readonly variable: string;
}

/** A rule of the demo document matches this one. */
const user = { id: 'user-1', email: 'jo@acme.example' };

/** Returns the text at the end of a start: the address, the credentials, and a first request with its answer. */
export async function welcome(options: {
  dataDir: string;
  address: string;
  bootstrap: Bootstrap | undefined;
  /** The request counts its user among the month's active ones, so it is sent only for the demo's organisation. */
  isDemo: boolean;
  /** Made-up users evaluate features. */
  hasTraffic: boolean;
}): Promise<string> {
  const { address, bootstrap, isDemo, hasTraffic, dataDir } = options;
  const lines = [`Bunting is ready in ${(performance.now() / 1000).toFixed(1)} s: ${address}`];
  const example = bootstrap && findExample(bootstrap);
  const token = bootstrap && findToken(bootstrap);
  const ofPages = bootstrap && findPageExample(bootstrap);
  if (example || token) lines.push('');
  if (example) lines.push(`  Environment key     ${example.key}  (${example.environment})`);
  if (ofPages) lines.push(`  Client key          ${ofPages.key}  (${ofPages.environment}; for pages)`);
  if (token) lines.push(`  Organisation token  ${token.value}  (${token.subject})`);
  if (example) lines.push('', ...request(address, example));
  const answer = example && isDemo ? await ask(address, example) : undefined;
  if (answer !== undefined) lines.push('', `  ${answer}`);
  if (ofPages) lines.push('', ...snippet(address, ofPages));
  lines.push('', ...whereToSignIn(address, isDemo ? bootstrap : undefined));
  if (hasTraffic)
    lines.push(
      '',
      'Made-up users evaluate the demo, so that the console shows activity. DEMO_TRAFFIC=off stops that.',
    );
  return [...lines, '', `Press Ctrl-C to stop. Your data is kept for the next start, in ${dataDir}`].join(
    '\n',
  );
}

/** Returns where to sign in and to read; the password is shown only for the demo, whose passwords are public. */
function whereToSignIn(address: string, demo: Bootstrap | undefined): string[] {
  const members = demo?.document.organisations.flatMap((each) => each.members ?? []) ?? [];
  const known = members.find(({ password }) => password !== undefined);
  const person = known && `  Sign in             ${known.email}, ${known.password}`;
  return [
    `  Console             ${address}`,
    ...(person === undefined ? [] : [person]),
    `  Documentation       ${address}/docs/`,
  ];
}

/** Returns the parts of the document that were not applied, because people have changed them since. */
export function notDone(warnings: Bootstrap['warnings']): string[] {
  if (warnings.length === 0) return [];
  return ['  Not done:', ...warnings.map(({ path, message }) => `    ${path}: ${message}`)];
}

/** Values that were generated because the document left them out; they are shown only this once. */
export function generatedSecrets(generated: readonly GeneratedSecret[]): string[] {
  const names = {
    api_key: 'Environment key',
    api_token: 'Organisation token',
    password: 'Password',
    signing_secret: 'Signing secret',
  };
  if (generated.length === 0) return [];
  const lines = generated.map(
    ({ kind, value, subject }) => `    ${names[kind].padEnd(18)}  ${value}  (${subject})`,
  );
  return ['  Generated, and shown only once:', ...lines];
}

/** Finds a request for the first feature's first variable, in the first environment whose key is known. */
function findExample({ document, generated, validHashes }: Bootstrap): Example | undefined {
  for (const organisation of document.organisations) {
    for (const project of organisation.projects ?? []) {
      const variable = project.features?.[0]?.variables?.[0]?.slug;
      for (const { slug, api_keys: keys } of project.environments ?? []) {
        const environment = `${organisation.slug}/${project.slug}/${slug}`;
        const named = keys
          ?.map(parseKey)
          .find(({ key, kind }) => kind === 'server' && validHashes.has(hashEnvironmentKey(key, kind).hash));
        const key = named?.key ?? generated.find(({ subject }) => subject === environment)?.value;
        if (variable !== undefined && key !== undefined) return { environment, key, variable };
      }
    }
  }
  return undefined;
}

/**
 * Finds a request for pages: a client key that is known, and the last variable of its project that it gets, because the other request asks
 * for the first.
 */
function findPageExample({ document, validHashes }: Bootstrap): Example | undefined {
  for (const organisation of document.organisations) {
    for (const project of organisation.projects ?? []) {
      const variables = (project.features ?? []).flatMap((feature) => feature.variables ?? []);
      const variable = variables.findLast(({ client }) => client === true)?.slug;
      for (const { slug, api_keys: keys } of project.environments ?? []) {
        const key = keys
          ?.map(parseKey)
          .find(
            (each) => each.kind === 'client' && validHashes.has(hashEnvironmentKey(each.key, 'client').hash),
          );
        const environment = `${organisation.slug}/${project.slug}/${slug}`;
        if (variable !== undefined && key !== undefined) return { environment, key: key.key, variable };
      }
    }
  }
  return undefined;
}

function findToken({ document, validHashes }: Bootstrap): { value: string; subject: string } | undefined {
  for (const { slug, api_tokens: tokens = [] } of document.organisations) {
    for (const { name, token } of tokens)
      if (token !== undefined && validHashes.has(hashSecret(token).hash))
        return { value: token, subject: `${slug}: ${name}` };
  }
  return undefined;
}

function request(address: string, { key, variable }: Example): string[] {
  return [
    `  curl ${address}/v1/variables/${variable} \\`,
    `    -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify({ user })}'`,
  ];
}

/** Returns a request that pages of any site can send. Without custom headers there is no preflight. */
function snippet(address: string, { key, variable }: Example): string[] {
  return [
    '  In a page:',
    '',
    `    const answer = await fetch('${address}/v1/variables/${variable}?key=${key}', {`,
    `      method: 'POST',`,
    `      body: JSON.stringify({ user: { id: 'user-1' } }),`,
    '    });',
    '    console.log(await answer.json());',
  ];
}

/** Returns the answer to the request; undefined when there is none, because the start must not fail for that. */
async function ask(address: string, { key, variable }: Example): Promise<string | undefined> {
  // Not every machine knows localhost by name.
  const response = await fetch(`${address.replace('localhost', '127.0.0.1')}/v1/variables/${variable}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ user }),
  }).catch(() => undefined);
  const text = await response?.text();
  // The trace is a token of two hundred characters that differs each time.
  return text?.replace(/"evaluation_trace":"[^"]*"/, '"evaluation_trace":"…"');
}

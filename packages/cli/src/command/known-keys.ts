import { resolve } from 'node:path';
import { readTextFile } from '../files/text-files.ts';
import { createServiceClient, type ProjectKeys, type ServiceClient } from '../service/service-client.ts';
import type { ProjectPart, Settings } from '../settings/settings.ts';
import { readVariable, say, type Context } from './context.ts';
import { Failure, exitCodes } from './failure.ts';

export interface KeyOptions {
  readonly project?: string;
  readonly url?: string;
  readonly 'keys-file'?: string;
  readonly offline?: boolean;
}

/** Reads the keys of the file or of the project; undefined if neither a file nor a service is named. */
export async function knownKeys(
  context: Context,
  options: KeyOptions,
  settings: Settings,
  root: string,
): Promise<ProjectKeys | undefined> {
  if (options['keys-file'] !== undefined)
    return keysInFile(resolve(context.folder, options['keys-file']), root);
  if (options.offline) return undefined;
  const project = projectName(context, options, settings);
  const client = serviceClient(context, options);
  const parts = projectParts(context, options, settings);
  if (parts.length > 0 && client !== undefined) {
    return keysOfAll(parts, (each) => client.listKeys(each));
  }
  return project === undefined || client === undefined ? undefined : client.listKeys(project);
}

/**
 * Returns the parts of a repository with several projects; empty = there is one project, which an option may name.
 */
export function projectParts(
  context: Context,
  options: KeyOptions,
  settings: Settings,
): readonly ProjectPart[] {
  const named = options.project ?? readVariable(context.env, 'BUNTING_PROJECT');
  if (named !== undefined || settings.projects.length === 0) return [];
  return [
    ...settings.projects,
    ...(settings.project === undefined ? [] : [{ path: '', project: settings.project }]),
  ];
}

/** Reads the keys of several projects, each once. */
export async function keysOfAll<Keys extends ProjectKeys>(
  parts: readonly ProjectPart[],
  read: (project: string) => Promise<Keys>,
): Promise<Omit<ProjectKeys, 'ofProject'> & { readonly ofProject: ReadonlyMap<string, Keys> }> {
  const ofProject = new Map<string, Keys>();
  for (const { project } of parts) {
    if (!ofProject.has(project)) ofProject.set(project, await read(project));
  }
  const all = [...ofProject.values()];
  const archived = all.map((one) => one.archived);
  return {
    keys: new Set(all.flatMap(({ keys }) => [...keys])),
    archived: archived.includes(undefined)
      ? undefined
      : new Set(archived.flatMap((keys) => [...(keys ?? [])])),
    ofProject,
  };
}

export const whichProject =
  'No project set. Pass --project, or set BUNTING_PROJECT or project: in bunting.yaml.';

export function projectName(context: Context, options: KeyOptions, settings: Settings): string | undefined {
  return options.project ?? readVariable(context.env, 'BUNTING_PROJECT') ?? settings.project;
}

/** Creates a client of the service; undefined if the address or the token is not set. */
export function serviceClient(context: Context, options: KeyOptions): ServiceClient | undefined {
  const address = options.url ?? readVariable(context.env, 'BUNTING_URL');
  const token = readVariable(context.env, 'BUNTING_TOKEN');
  if (address === undefined || token === undefined) return undefined;
  const url = new URL(address);
  url.search = '';
  url.hash = '';
  if (url.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
    say(context, `Warning: ${url.origin} does not use https, so the token is sent unencrypted.`);
  return createServiceClient({
    url,
    token,
    version: context.version,
    onRetry: (why, waitMs) =>
      say(context, `Request failed (${why}); retrying in ${(waitMs / 1_000).toFixed(1)} s.`),
  });
}

/** As much as is read of an answer of the service. */
const maxKeysBytes = 64 * 1024 * 1024;

function keysInFile(path: string, root: string): ProjectKeys {
  let text: string;
  try {
    text = readTextFile(path, root, maxKeysBytes);
  } catch (error) {
    throw new Failure(exitCodes.usage, `--keys-file cannot be read: ${(error as Error).message}`);
  }
  const keys = text.split('\n').map((line) => line.trim().toLowerCase());
  return { keys: new Set(keys.filter((key) => key !== '' && !key.startsWith('#'))), archived: undefined };
}

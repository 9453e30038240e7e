import type { Provider } from '../settings/settings.ts';

export interface Origin {
  readonly host: string;
  readonly repository: string;
  /** By the host's name; undefined for hosts that say nothing. */
  readonly provider: Provider | undefined;
}

/** Reads `git@host:owner/repo.git`, `ssh://…`, `https://…`; undefined for paths and anything else. */
export function parseOrigin(url: string): Origin | undefined {
  const match =
    /^(?:[a-z+]+:\/\/)(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(url) ??
    /^(?:[^@/]+@)?([^/:]+):(?!\/\/)(.+)$/.exec(url);
  if (match === null) return undefined;
  const host = (match[1] as string).toLowerCase();
  const repository = (match[2] as string).replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (!/^[^/\s]+(?:\/[^/\s]+)+$/.test(repository)) return undefined;
  const provider = (['github', 'gitlab', 'bitbucket'] as const).find((name) => host.includes(name));
  return { host, repository, provider };
}

/** A new, committed version of an environment's datafile. */
export interface Publication {
  readonly environmentId: string;
  readonly version: number;
}

/** Redis channel on which publications are announced. */
export const publicationChannel = 'bunting:publications';

export function encodePublication({ environmentId, version }: Publication): string {
  return JSON.stringify({ environment: environmentId, version });
}

/** Decodes a publication; returns undefined for a message of another format. */
export function decodePublication(message: string): Publication | undefined {
  try {
    const { environment, version } = JSON.parse(message) as { environment?: unknown; version?: unknown };
    if (typeof environment !== 'string' || typeof version !== 'number') return undefined;
    return { environmentId: environment, version };
  } catch {
    return undefined;
  }
}

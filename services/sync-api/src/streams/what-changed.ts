import { isDeepStrictEqual } from 'node:util';
import type { ChangedVariables, CatalogVersion } from '@bunting/datafile';

/** The keys that a new version affects: absent = none; `names` undefined = any variable may have changed. */
export interface WhatChanged {
  readonly secret?: { readonly names: ReadonlySet<string> | undefined };
  readonly client?: { readonly names: ReadonlySet<string> | undefined };
}

const anything = { names: undefined };

/** Keys that are made or revoked alter no answer of the others. Everything else of the access fragment may alter all of them. */
export function whatChanged({ environment, before, applied }: CatalogVersion): WhatChanged {
  if (applied === undefined || !isDeepStrictEqual(environment.access, before.access)) {
    return { secret: anything, client: anything };
  }
  return concerned(applied);
}

function concerned({ variables, clientVariables }: ChangedVariables): WhatChanged {
  return {
    ...(variables.size > 0 && { secret: { names: variables } }),
    ...(clientVariables.size > 0 && { client: { names: clientVariables } }),
  };
}

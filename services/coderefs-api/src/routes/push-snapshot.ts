import type { Organisation } from '@bunting/definitions/organisations';
import type { Request, RequestHandler } from 'express';
import { answer, errors } from '@bunting/service';
import { authorise } from '../authorise.ts';
import { openBody } from '../body/open-body.ts';
import type { Dependencies } from '../dependencies.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { createSlicer } from '../snapshot/slices.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { storeSnapshot } from '../snapshot/store-snapshot.ts';

/**
 * Creates `POST /v1/code-references` (contract §4.4). It stores nothing before the whole body has been read and
 * checked.
 */
export function createPushSnapshot(dependencies: Dependencies): RequestHandler {
  const { snapshotPool, semaphores, memory, maxBodyBytes } = dependencies;
  const { maxReferences, snapshots } = dependencies;
  const slicer = createSlicer();

  async function receive(organisation: Organisation, req: Request): Promise<string> {
    const account = memory.open(organisation.id);
    try {
      const snapshot = await readSnapshot(openBody(req, maxBodyBytes), account, slicer.begin());
      const stored = await semaphores.store(organisation.id, nameOf(organisation.id, snapshot), () =>
        storeSnapshot(snapshotPool, organisation.id, snapshot, maxReferences),
      );
      if (stored === undefined) throw errors.projectUnknown(snapshot.head.project);
      snapshots.add(stored.isChanged ? 'changed' : 'same');
      const { accepted } = snapshot;
      const matched = accepted - countOf(snapshot, stored.unknownKeys);
      return JSON.stringify({ accepted, matched, unknown_keys: stored.unknownKeys });
    } finally {
      account.close();
    }
  }

  return async function pushSnapshot(req, res) {
    const organisation = await authorise(dependencies, req);
    answer(res, 200, await semaphores.receive(organisation.id, () => receive(organisation, req)));
  };
}

function nameOf(organisationId: string, { head: { project, provider, repository } }: Snapshot): string {
  return `${organisationId}/${project}/${provider}/${repository.toLowerCase()}`;
}

/** Returns how many of the references received name one of the keys. */
function countOf({ keys }: Snapshot, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (keys.get(name)?.count ?? 0), 0);
}

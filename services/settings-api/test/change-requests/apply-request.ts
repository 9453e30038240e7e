import { expect } from '@jest/globals';
import { createSealingKeys } from '@bunting/sealed-secrets';
import { createTestLog } from '@bunting/testing/apps';
import { applyChangeRequest } from '../../src/change-requests/apply-change-request.ts';
import type { ApplyDependencies } from '../../src/change-requests/dependencies.ts';
import { createWriteSemaphores } from '../../src/framework/write-semaphores.ts';
import type { Calls } from '../client.ts';
import { userSigningKey, type RunningApp } from '../running-app.ts';
import { requests } from './open-request.ts';

export const at = (number: number) => `${requests}/${number}`;

/** Approves a request. */
export async function approve(approver: Calls, number: number, revision = 1): Promise<void> {
  const { status, body } = await approver.post(`${at(number)}/verdicts`, { verdict: 'approve', revision });
  expect({ status, body }).toMatchObject({ status: 200 });
}

/** Returns what the service applies requests with. */
export function createApplyDependencies({ pool, redis }: RunningApp): ApplyDependencies {
  return {
    pool,
    redis,
    writeSemaphores: createWriteSemaphores({ poolSize: 10 }),
    admitBytes: () => {},
    log: createTestLog('settings-api').log,
    publicUrl: undefined,
    userSigningKeys: createSealingKeys(userSigningKey),
  };
}

/** Applies the request as the service does at its time. */
export async function applyById(app: RunningApp, number: number) {
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM change_request WHERE number = $1', [
    number,
  ]);
  return applyChangeRequest(createApplyDependencies(app), rows[0]!.id);
}

/** Gives a member of Acme another role. */
export async function setRole({ pool }: RunningApp, name: string, role: string): Promise<void> {
  await pool.query(
    'UPDATE member SET role = $1 FROM account WHERE account.id = account_id AND account.email = $2',
    [role, `${name}@acme.example`],
  );
}

export const put = (path: string, body: object) => ({ method: 'PUT', path: path.slice(1), body });

import { writeFragments, type WrittenVersion } from '@bunting/datafile';
import { ProblemsFound } from '@bunting/definitions/checks';
import type { ChangeTransaction } from '../change-transaction.ts';
import { checkCosts } from './check-costs.ts';
import { checkTotals } from './check-totals.ts';
import { measureNamingSegments, measureWritten } from './measure-written.ts';
import { describeLimit } from './describe-limit.ts';
import { createMeasurer } from './measure-documents.ts';
import { refuseWorse } from './refuse-worse.ts';

/**
 * Writes the fragments that a transaction has outdated, and refuses those that exceed limits. Every way of changing a definition
 * ends here, and the check sees exactly what evaluators will read. Throws `ProblemsFound`.
 */
export async function writeWithinLimits(transaction: ChangeTransaction): Promise<readonly WrittenVersion[]> {
  const { client, touched } = transaction;
  if (
    touched.features.size + touched.servings.size + touched.segments.size + touched.environments.size ===
    0
  ) {
    const written = await write(transaction);
    await checkTotals(transaction, written);
    return written;
  }
  const measurer = createMeasurer(transaction);
  await client.query('SAVEPOINT before_fragments');
  let written = await write(transaction);
  await checkTotals(transaction, written);
  const naming = await measureNamingSegments(transaction, written, measurer);
  if (naming.exceeding.length > 0) {
    throw new ProblemsFound(
      naming.exceeding.flatMap(({ subject, exceeded }) =>
        exceeded.map((each) => ({
          path: '',
          message: `${subject}, which uses the segment, ${describeLimit(each)}.`,
          code: 'limit' as const,
        })),
      ),
    );
  }
  const { exceeding, costs } = await measureWritten(transaction, written, measurer);
  if (exceeding.length > 0) {
    await client.query('ROLLBACK TO SAVEPOINT before_fragments');
    await refuseWorse(transaction, exceeding, measurer);
    written = await write(transaction);
  }
  await checkCosts(transaction, [...costs, ...naming.costs]);
  return written;
}

function write({ client, touched }: ChangeTransaction): Promise<WrittenVersion[]> {
  return writeFragments(client, {
    features: [...touched.features],
    servings: [...touched.servings].flatMap(([feature, environments]) =>
      [...environments].map((environment) => ({ feature, environment })),
    ),
    segments: [...touched.segments],
    environments: [...touched.environments],
    access: [...touched.access],
    projects: [...touched.projects],
    organisations: [...touched.organisations],
  });
}

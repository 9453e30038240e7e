import {
  changeServing,
  nothingServed,
  readFeatures,
  readTargetingAndDefaults,
  type ChangeTransaction,
  type ProjectState,
} from '@bunting/changes';
import { readEnvironments, type EnvironmentState } from '@bunting/changes/environments';
import { slugSchema, storedSlug } from '@bunting/definitions';
import type { Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { withoutRuleIds } from '@bunting/history';
import { requirePermission } from '../framework/access/require-access.ts';
import { dryRunAlias } from '../framework/dry-run.ts';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { changeRoute } from '../framework/route.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { readServingRepresentation } from './queries.ts';

const bodySchema = Type.Object(
  {
    from: slugSchema,
    to: slugSchema,
    dry_run: dryRunAlias,
  },
  { additionalProperties: false },
);

export const copyRoutes = [
  changeRoute({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/features/{feature}/copy-environment',
    action: 'serve',
    isProposable: true,
    summary: 'Copy a feature to another environment',
    description:
      'Copies the targeting and defaults of the feature, and removes defaults that the source does not have. Copied rules get new ids. Overrides are not copied, because environments have different users. `If-Match` is compared with the state in `to`.',
    body: bodySchema,
    comparesIfMatch: true,
    answersChanges: true,
    answer: Type.Object({}),
    handle({ organisation, project, featureId, params, role, body, ifMatch }, { change }) {
      return change(async (transaction) => {
        const locked = await lockExistingProject(transaction, organisation, project);
        const { from, to } = await requireEnvironments(transaction, locked, body);
        // The path does not name the environment, so that the permission was not checked before.
        requirePermission(role, 'serve', to);
        const [feature] = await readFeatures(transaction, [featureId]);
        if (feature === undefined) throw settingsErrors.unknown('feature', params.feature);
        if (ifMatch !== undefined) {
          requireMatch(ifMatch, await readServingRepresentation(transaction.client, featureId, to.id));
        }
        const before = (await readTargetingAndDefaults(transaction, featureId, to.id)) ?? nothingServed;
        const source = (await readTargetingAndDefaults(transaction, featureId, from.id)) ?? nothingServed;
        const after = { ...source, targeting: withoutRuleIds(source.targeting) };
        await changeServing(transaction, locked, [{ feature, environment: to, before, after }]);
        return {};
      });
    },
  }),
];

async function requireEnvironments(
  transaction: ChangeTransaction,
  project: ProjectState,
  named: { readonly from: string; readonly to: string },
): Promise<{ from: EnvironmentState; to: EnvironmentState }> {
  const environments = await readEnvironments(transaction, project);
  const find = (slug: string) => environments.find((each) => each.slug === storedSlug(slug));
  const [from, to] = [find(named.from), find(named.to)];
  const problems: Problem[] = [];
  if (!from)
    problems.push({
      path: 'from',
      message: `is the unknown environment ${named.from}`,
      code: 'unknown_reference',
    });
  if (!to)
    problems.push({
      path: 'to',
      message: `is the unknown environment ${named.to}`,
      code: 'unknown_reference',
    });
  if (from && from === to) problems.push({ path: 'to', message: 'must differ from "from"' });
  requireNoProblems(problems);
  return { from: from!, to: to! };
}

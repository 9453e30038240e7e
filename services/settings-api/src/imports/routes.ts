import type { Difference } from '@bunting/history';
import { importProject, importSchema, type LeftOutSecret } from '@bunting/bootstrap';
import { runChange, type DryRun } from '@bunting/changes';
import { lockOrganisation } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import { accountIdOf } from '../framework/access/caller.ts';
import { changeContext } from '../framework/change-context.ts';
import {
  answerChanges,
  changesProperties,
  dryRunParameter,
  reportTouches,
  touchesInDryRun,
} from '../framework/dry-run.ts';
import { querySchema } from '../framework/http/query.ts';
import { route } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { lockExistingProject } from '../projects/locks.ts';

const generatedSchema = Type.Object({
  path: Type.String({ description: 'its path in the document' }),
  kind: stringEnum(['api_key', 'api_token', 'password', 'signing_secret']),
  subject: Type.String({ description: 'whose it is: `acme/web/staging`' }),
  value: Type.Union([Type.String(), Type.Null()], {
    description: 'in plain text, only this once; null in a dry run, which makes none',
  }),
});

/** Returns the difference that the import itself will make by generating a key. */
function keyDifference({ subject: environment }: LeftOutSecret): Difference {
  const subject = `environment key of ${environment}`;
  const what = 'will be created';
  return { subject, text: `${subject}: ${what}`, what, before: null, after: null };
}

export const importRoutes = [
  route({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/import',
    action: 'manage-projects',
    summary: 'Import a document into a project',
    description:
      'JSON, or YAML with `Content-Type: application/yaml`. What the document names is created or updated; what it does not name stays, or with `prune: true` is deleted. A document of another project does not rename this one.',
    query: querySchema({ dry_run: dryRunParameter }),
    body: importSchema,
    bodyMayBeYaml: true,
    status: 200,
    answersSecret: true,
    answer: Type.Object({
      ...changesProperties,
      ...touchesInDryRun,
      generated: Type.Array(generatedSchema, {
        description: 'keys of new environments that the document leaves out',
      }),
      warnings: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'what the document says and was not done: a revoked key stays revoked',
      }),
    }),
    async handle({ organisation, project, caller, query, body }, dependencies) {
      const dryRun = query.dry_run ?? false;
      const author = { kind: 'import', email: caller.email } as const;
      let found: DryRun | undefined;
      const onDryRun = (reported: DryRun) => void (found = reported);
      const context = changeContext({ ...dependencies, onDryRun }, author, { dryRun });
      const { result, recorded } = await runChange(context, async (transaction) => {
        // An import may change environments and keys, so it needs both locks.
        await lockOrganisation(transaction, organisation.slug);
        const locked = await lockExistingProject(transaction, organisation, project);
        const createdById = await accountIdOf(transaction.client, caller);
        return importProject(transaction, organisation, locked, body, { dryRun, createdById });
      });
      const answer = await answerChanges(dryRun, recorded);
      return {
        body: {
          ...answer,
          ...reportTouches(found),
          changes: [...answer.changes, ...(dryRun ? result.generated.map(keyDifference) : [])],
          generated: [...result.generated],
          warnings: [...result.warnings],
        },
      };
    },
  }),
];

import { importProject, importSchema, type ImportInput, type OmittedSecret } from '@bunting/bootstrap';
import type { ChangesMade, ProjectState } from '@bunting/changes';
import type { Difference } from '@bunting/history';
import { lockOrganisation, type OrganisationState } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import { findAccountId, type Caller } from '../framework/access/caller.ts';
import type { Changing } from '../framework/change.ts';
import { answeredChanges, reportChanges } from '../framework/dry-run.ts';
import { receiveDocument } from '../framework/http/request-body.ts';
import { ownRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { lockExistingProject } from '../projects/locks.ts';
import type { ImportDependencies } from './dependencies.ts';

const generatedSchema = Type.Object({
  path: Type.String({ description: 'the path in the document' }),
  kind: stringEnum(['api_key', 'api_token', 'password', 'signing_secret']),
  subject: Type.String({ description: 'the environment of the key: `acme/web/staging`' }),
  value: Type.Union([Type.String(), Type.Null()], {
    description: 'in plain text, only in this response; null in a dry run',
  }),
});

/** Returns the difference that the import itself will make by generating a key. */
function keyDifference({ subject: environment }: OmittedSecret): Difference {
  const subject = `environment key of ${environment}`;
  const what = 'will be created';
  return { subject, text: `${subject}: ${what}`, what, before: null, after: null };
}

/** Its body may be YAML, and is read in a thread of its own, one document of an organisation at a time. */
export const importRoutes = [
  ownRoute({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/import',
    action: 'manage-projects',
    summary: 'Import a document into a project',
    description:
      'JSON, or YAML with `Content-Type: application/yaml`. Creates or updates everything in the document. Everything else stays, or is deleted with `prune: true`. A document of another project does not rename this one.',
    makesChange: true,
    answersSecret: true,
    answer: Type.Object({
      ...answeredChanges,
      generated: Type.Array(generatedSchema, {
        description: 'keys of new environments that are not in the document',
      }),
      warnings: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'parts of the document that were not applied: a revoked key stays revoked',
      }),
    }),
    openapi: {
      requestBody: { 'application/json': importSchema, 'application/yaml': importSchema },
      limitsShares: true,
    },
    handle(request, dependencies: Changing & ImportDependencies) {
      const { importSemaphores, readImport, maxBodyBytes } = dependencies;
      const receive = () => receiveDocument(request.req, maxBodyBytes);
      return importSemaphores.run(request.organisation.id, receive, async ({ bytes, isYaml }) =>
        importInto(request, await readImport(bytes, isYaml), dependencies),
      );
    },
    // Without the semaphore: a proposal holds the lock of the project, for which another import may wait.
    async handleProposed(request, dependencies: Changing & ImportDependencies) {
      const bytes = Buffer.from(JSON.stringify(request.body ?? null));
      const document = await dependencies.readImport(bytes, false);
      return importInto(request as unknown as ImportRequest, document, dependencies);
    },
  }),
];

interface ImportRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly caller: Caller;
}

function importInto(
  { organisation, project, caller }: ImportRequest,
  document: ImportInput,
  { change, isDryRun }: Changing,
) {
  return change(
    async (transaction) => {
      // An import may change environments and keys, so it needs both locks.
      await lockOrganisation(transaction, organisation.slug);
      const locked = await lockExistingProject(transaction, organisation, project);
      const createdById = await findAccountId(transaction.client, caller);
      return importProject(transaction, organisation, locked, document, { dryRun: isDryRun, createdById });
    },
    { author: { kind: 'import', email: caller.email }, answer: answerImport },
  );
}

async function answerImport(made: ChangesMade<Awaited<ReturnType<typeof importProject>>>) {
  const { generated, warnings } = made.result;
  const { changes, ...reported } = await reportChanges(made);
  const keys = reported.dry_run ? generated.map(keyDifference) : [];
  return {
    body: { ...reported, changes: [...changes, ...keys], generated: [...generated], warnings: [...warnings] },
  };
}

import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { readRoute } from '../framework/route.ts';
import { nullable } from '../framework/schemas.ts';
import { asIfSaved, asIfSchema } from './as-if.ts';
import { readFragments } from './fragments.ts';
import { findFeatureVariable } from './queries.ts';
import { countedRules, maxMatches, maxPreviewUsers, previewUsers } from './preview.ts';

const maxUsers = 1_000;
/** The default limit of the evaluation interface, as for explanations. */
const maxUserBytes = 100 * 1024;

const countsSchema = Type.Unsafe<Readonly<Record<string, number>>>({
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: 'the number of users by variation; "" = nothing',
});

const variationSchema = nullable(Type.String());

export const previewRoutes = [
  readRoute({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/environments/{env}/preview',
    isExpensive: true,
    summary: 'Preview a change for some users',
    description:
      'Counts which variations these users get now, and which they would get after the change. The users are neither stored nor counted.',
    body: Type.Object(
      {
        feature: Type.String({ description: 'its slug' }),
        variable: Type.Optional(
          Type.String({
            description: 'the variable whose default to use; absent = the first one of the feature',
          }),
        ),
        as_if: Type.Optional(asIfSchema),
        users: Type.Array(
          Type.Unsafe<object | null>({
            type: ['object', 'null'],
            description: 'as a client would send it; null = anonymous',
          }),
          { maxItems: maxUsers },
        ),
      },
      { additionalProperties: false },
    ),
    usersIn: 'users',
    answer: Type.Object({
      users: Type.Integer(),
      before: countsSchema,
      after: countsSchema,
      rules: Type.Array(
        Type.Object({
          name: Type.String(),
          matched: Type.Integer({
            description:
              'the number of users that match its conditions, including those that match an earlier rule',
          }),
          served: Type.Integer({ description: 'the number of users for whom it decides' }),
          matches: Type.Array(Type.Integer(), {
            description: `the first ${maxMatches} users that match its conditions, by their index from 0`,
          }),
        }),
        { description: `the first ${countedRules} rules after the change` },
      ),
      moved: Type.Array(
        Type.Object({
          index: Type.Integer({ description: 'the index of the user, from 0' }),
          from: variationSchema,
          to: variationSchema,
        }),
      ),
    }),
    async handle({ project, environment, body }, { pool, now }) {
      checkUsers(body.users);
      const found = await findFeatureVariable(pool, project, body);
      if (found === undefined) throw invalid('feature', 'is not a feature of this project');
      if (found.variable === null) {
        throw invalid(body.variable === undefined ? 'feature' : 'variable', 'has no variables');
      }
      const before = await readFragments(pool, project, environment, found.variable);
      const after = await asIfSaved(pool, { project, environment }, before, body.as_if ?? {});
      const mostUsers = maxPreviewUsers({ before, after });
      if (body.users.length > mostUsers) {
        throw invalid(
          'users',
          `must have at most ${mostUsers} entries, because this feature is slow to evaluate`,
        );
      }
      const preview = await previewUsers({ before, after }, found.variable, body.users, now());
      return { body: { users: body.users.length, ...preview } };
    },
  }),
];

function checkUsers(users: readonly (object | null)[]): void {
  for (const [index, user] of users.entries()) {
    if (Buffer.byteLength(JSON.stringify(user)) <= maxUserBytes) continue;
    const message = `must have at most ${maxUserBytes} bytes of JSON, as for the evaluation interface`;
    throw invalid(`users[${index}]`, message);
  }
}

function invalid(path: string, message: string) {
  return settingsErrors.invalid([{ path, message }]);
}

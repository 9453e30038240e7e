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
  description: 'how many users get each variation; "" = they get nothing',
});

const variationSchema = nullable(Type.String());

export const previewRoutes = [
  readRoute({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/environments/{env}/preview',
    isExpensive: true,
    summary: 'Preview what some users would get',
    description:
      'Counts what these users get of a feature now, and what they would get if something else had been saved. They are stored nowhere and count as nobody.',
    body: Type.Object(
      {
        feature: Type.String({ description: 'its slug' }),
        variable: Type.Optional(
          Type.String({ description: 'whose default counts; absent = the first variable of the feature' }),
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
            description: 'how many meet its conditions, also those whom an earlier rule serves',
          }),
          served: Type.Integer({ description: 'for how many it decides' }),
          matches: Type.Array(Type.Integer(), {
            description: `the first ${maxMatches} who meet its conditions: which of the users, counted from 0`,
          }),
        }),
        { description: `the first ${countedRules}, as they would be` },
      ),
      moved: Type.Array(
        Type.Object({
          index: Type.Integer({ description: 'which of the users, counted from 0' }),
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

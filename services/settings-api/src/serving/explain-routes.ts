import { explain, parseInstant } from '@bunting/evaluator';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { readRoute } from '../framework/route.ts';
import { asIfSaved, asIfSchema } from './as-if.ts';
import { explanationSchema } from './explanation-schema.ts';
import { readFragments } from './fragments.ts';

const bodySchema = Type.Object(
  {
    variable: Type.String({ description: 'the key of the variable, case-insensitive' }),
    user: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description: 'as a client would send it; absent or null = anonymous',
      }),
    ),
    at: Type.Optional(Type.String({ description: 'ISO 8601; absent = now' })),
    as_if: Type.Optional(asIfSchema),
  },
  { additionalProperties: false },
);

/** The default limit of the evaluation interface. */
const maxUserBytes = 100 * 1024;

export const explainRoutes = [
  readRoute({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/environments/{env}/explain',
    summary: 'Explain the value of a variable for a user',
    isExpensive: true,
    description:
      'Evaluates like the evaluation API, with the current definitions, and shows the result of each rule and condition. Does not count the user and makes no trace. If there are very many rules, conditions or values, shows the first ones and how many more there are.',
    body: bodySchema,
    usersIn: 'user',
    answer: explanationSchema,
    async handle({ project, environment, body }, { pool, now }) {
      const at = body.at === undefined ? now() : parseInstant(body.at);
      if (at === undefined) {
        throw settingsErrors.invalid([
          { path: 'at', message: 'must be an ISO 8601 date, with a time or without' },
        ]);
      }
      if (Buffer.byteLength(JSON.stringify(body.user ?? null)) > maxUserBytes) {
        const message = `must have at most ${maxUserBytes} bytes of JSON, as for the evaluation interface`;
        throw settingsErrors.invalid([{ path: 'user', message }]);
      }
      const key = body.variable.toLowerCase();
      const stored = await readFragments(pool, project, environment, key);
      const fragments =
        body.as_if === undefined
          ? stored
          : await asIfSaved(pool, { project, environment }, stored, body.as_if);
      const explanation = explain(fragments, key, body.user, at);
      return { body: { at: new Date(at).toISOString(), ...explanation } };
    },
  }),
];

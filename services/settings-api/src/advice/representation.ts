import { strictRecord } from '@bunting/definitions';
import { featureKinds } from '@bunting/definitions/metadata';
import { Type } from '@bunting/definitions/type';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { Static } from 'typebox';
import { visibleStatuses } from '../features/representation.ts';
import { nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';
import type { ForwardValues } from './read-forward.ts';
import type { ProjectFacts } from './read-project-signals.ts';
import type { Advice } from './survey.ts';
import { verdicts } from './verdict.ts';

const forwardSchema = strictRecord(
  Type.Object({
    variation: Type.Union([Type.String(), Type.Null()], {
      description: 'null = nothing is served of this variable: the default in the code goes on',
    }),
    value: Type.Unsafe<JsonValue>({}),
  }),
);

export const adviceSchema = Type.Object(
  {
    feature: Type.String(),
    status: stringEnum(visibleStatuses),
    kind: stringEnum(featureKinds),
    owners: Type.Array(Type.String()),
    verdict: stringEnum(verdicts),
    certain: Type.Boolean({ description: 'false = a signal that the verdict needs cannot be said' }),
    forward: Type.Union([forwardSchema, Type.Null()], {
      description:
        'variable → what everybody gets in all watched environments; null = the feature is not constant, or nothing is served of it, so that the default in the code goes on',
    }),
    reasons: Type.Array(Type.String()),
    blockers: Type.Array(Type.String(), { description: 'why it is kept, whatever else may hold' }),
    evidence: Type.Object({
      created_at: timeSchema,
      changed_at: timeSchema,
      constant_since: nullableTimeSchema('null = it is not constant'),
      last_evaluated_at: nullableTimeSchema('in any environment; null = never since it is counted'),
      evaluations_30d: Type.Union([Type.Integer(), Type.Null()], {
        description: 'that named one of its variables, in all environments; null = none is counted',
      }),
      references: Type.Integer({ description: 'in the last snapshots of all repositories' }),
      repositories: Type.Integer({ description: 'of the project' }),
      last_scan_at: nullableTimeSchema(
        'when the repository was scanned whose scan is the oldest; null = none was',
      ),
    }),
  },
  { title: 'Advice' },
);

export type AdviceRepresentation = Static<typeof adviceSchema>;

export function toAdvice(
  { feature, judgement }: Advice,
  forward: ForwardValues | null,
  { signals: project, lastScanAt }: ProjectFacts,
): AdviceRepresentation {
  const { signals, slug, owners } = feature;
  return {
    feature: slug,
    status: signals.status,
    kind: signals.kind,
    owners: [...owners],
    verdict: judgement.verdict,
    certain: judgement.certain,
    forward,
    reasons: [...judgement.reasons],
    blockers: [...judgement.blockers],
    evidence: {
      created_at: timeText(signals.createdAt),
      changed_at: timeText(signals.changedAt),
      constant_since: signals.constant === null ? null : timeText(signals.constant.since),
      last_evaluated_at: signals.lastEvaluated === null ? null : timeText(signals.lastEvaluated.at),
      evaluations_30d: signals.evaluations30d,
      references: signals.references,
      repositories: project.repositories.length,
      last_scan_at: lastScanAt === null ? null : timeText(lastScanAt),
    },
  };
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}

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
      description: 'null = the variable has no value, so the default in the code applies',
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
    certain: Type.Boolean({ description: 'false = a signal that the verdict needs is unknown' }),
    forward: Type.Union([forwardSchema, Type.Null()], {
      description:
        'the value that every user gets in all watched environments, by variable; null = the feature is not constant, or has no value, so the default in the code applies',
    }),
    reasons: Type.Array(Type.String()),
    blockers: Type.Array(Type.String(), {
      description: 'why the feature must be kept, whatever the other signals',
    }),
    evidence: Type.Object({
      created_at: timeSchema,
      changed_at: timeSchema,
      constant_since: nullableTimeSchema('null = not constant'),
      last_evaluated_at: nullableTimeSchema('in any environment; null = never since counting began'),
      evaluations_30d: Type.Union([Type.Integer(), Type.Null()], {
        description: 'evaluations that named one of its variables, in all environments; null = not counted',
      }),
      references: Type.Integer({ description: 'references in the latest snapshots of all repositories' }),
      repositories: Type.Integer({ description: 'of the project' }),
      last_scan_at: nullableTimeSchema(
        'the oldest of the latest scans of all repositories; null = never scanned',
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

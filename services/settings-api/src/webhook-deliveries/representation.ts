import type { Role } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { may } from '../framework/access/authorisation.ts';
import { nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const properties = {
  id: Type.String({ format: 'uuid', description: '`id` of the body and X-Service-Delivery' }),
  type: Type.String({ description: 'a kind of event, or endpoint.test' }),
  status: stringEnum(deliveryStatuses),
  created_at: timeSchema,
  next_attempt_at: nullableTimeSchema(
    'null = it ended, or waits because the endpoint is disabled or on hold',
  ),
  last_attempt_at: nullableTimeSchema('null = there was no attempt yet'),
  finished_at: nullableTimeSchema('null = it is pending'),
};

export const deliverySchema = Type.Object(properties, { title: 'WebhookDelivery' });

const attemptSchema = Type.Object(
  {
    number: Type.Integer(),
    started_at: timeSchema,
    duration_ms: Type.Integer(),
    succeeded: Type.Boolean({ description: 'there was a 2xx answer within five seconds' }),
    response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'null = there was no answer' }),
    response_body: Type.Union([Type.String(), Type.Null()], {
      description: 'its first 4 KiB; null for viewers',
    }),
    error: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'WebhookAttempt' },
);

export const deliveryWithAttemptsSchema = Type.Object({
  ...properties,
  body: Type.String({ description: 'the request body as it is sent, byte for byte' }),
  attempts: Type.Array(attemptSchema),
});

export interface DeliveryRow {
  readonly id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly created_at: Date;
  /** pg reads PostgreSQL's infinity as a number. */
  readonly due_at: Date | number | null;
  readonly last_attempt_at: Date | null;
  readonly finished_at: Date | null;
}

export interface AttemptRow extends Omit<Static<typeof attemptSchema>, 'started_at'> {
  readonly started_at: Date;
}

export function toDelivery(row: DeliveryRow): Static<typeof deliverySchema> {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.due_at instanceof Date ? row.due_at.toISOString() : null,
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function toAttempt(row: AttemptRow, role: Role): Static<typeof attemptSchema> {
  const response_body = may(role, 'read-receivers') ? row.response_body : null;
  return { ...row, response_body, started_at: row.started_at.toISOString() };
}

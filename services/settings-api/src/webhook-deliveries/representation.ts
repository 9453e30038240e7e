import type { Role } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import { withoutCode } from '@bunting/webhooks';
import type { Static } from 'typebox';
import { may } from '../framework/access/authorisation.ts';
import { nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const properties = {
  id: Type.String({ format: 'uuid', description: 'the `id` in the body and in X-Service-Delivery' }),
  type: Type.String({ description: 'a kind of event, or endpoint.test' }),
  status: stringEnum(deliveryStatuses),
  created_at: timeSchema,
  next_attempt_at: nullableTimeSchema(
    'null = finished, or waiting because the endpoint is disabled or on hold',
  ),
  last_attempt_at: nullableTimeSchema('null = no attempt yet'),
  finished_at: nullableTimeSchema('null = pending'),
  attempt_count: Type.Integer({ description: 'all attempts, including those before a redelivery' }),
  response_status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'of the last attempt; null = no attempt or no response',
  }),
  duration_ms: Type.Union([Type.Integer(), Type.Null()], {
    description: 'of the last attempt; null = no attempt',
  }),
};

export const deliverySchema = Type.Object(properties, { title: 'WebhookDelivery' });

const headersSchema = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});

const attemptSchema = Type.Object(
  {
    number: Type.Integer(),
    started_at: timeSchema,
    duration_ms: Type.Integer(),
    succeeded: Type.Boolean({ description: 'there was a 2xx response within five seconds' }),
    response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'null = no response' }),
    response_body: Type.Union([Type.String(), Type.Null()], {
      description: 'its first 4 KiB; null for viewers',
    }),
    error: Type.Union([Type.String(), Type.Null()]),
    request_headers: Type.Union([headersSchema, Type.Null()], {
      description:
        'the request headers, with only the first eight digits of the signature; null = no request was sent, or an older release sent it',
    }),
  },
  { title: 'WebhookAttempt' },
);

export const deliveryWithAttemptsSchema = Type.Object(
  {
    ...properties,
    body: Type.String({ description: 'the exact bytes of the request body' }),
    attempts: Type.Array(attemptSchema),
  },
  { title: 'WebhookDeliveryWithAttempts' },
);

export interface DeliveryRow {
  readonly id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly created_at: Date;
  /** pg reads PostgreSQL's infinity as a number. */
  readonly due_at: Date | number | null;
  readonly last_attempt_at: Date | null;
  readonly finished_at: Date | null;
  readonly attempt_count: number;
  readonly response_status: number | null;
  readonly duration_ms: number | null;
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
    attempt_count: row.attempt_count,
    response_status: row.response_status,
    duration_ms: row.duration_ms,
  };
}

export function toAttempt(row: AttemptRow, role: Role): Static<typeof attemptSchema> {
  const response_body = may(role, 'read-receivers') ? row.response_body : null;
  const error = row.error === null ? null : withoutCode(row.error);
  return { ...row, response_body, error, started_at: row.started_at.toISOString() };
}

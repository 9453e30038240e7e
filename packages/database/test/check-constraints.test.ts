import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSeededDatabase } from './seed.ts';

/** Statements against the seeded rows, each of which breaks exactly the constraint named. */
const rejected: [constraint: string, what: string, statement: string][] = [
  ...['organisation', 'project', 'environment', 'segment', 'feature', 'variable', 'variation'].flatMap(
    (table): [string, string, string][] => [
      [`${table}_slug_check`, 'a capital letter', `UPDATE ${table} SET slug = 'Checkout'`],
      [`${table}_slug_check`, 'a dot at the start', `UPDATE ${table} SET slug = '.checkout'`],
      [`${table}_slug_check`, 'a space', `UPDATE ${table} SET slug = 'check out'`],
      [`${table}_slug_check`, 'a line feed at the end', `UPDATE ${table} SET slug = E'checkout\\n'`],
      [`${table}_slug_check`, 'nothing', `UPDATE ${table} SET slug = ''`],
      [`${table}_slug_check`, '101 characters', `UPDATE ${table} SET slug = repeat('a', 101)`],
    ],
  ),

  ['organisation_plan_check', 'an unknown plan', `UPDATE organisation SET plan = 'gold'`],
  ['organisation_status_check', 'an unknown status', `UPDATE organisation SET status = 'trial'`],
  ['organisation_mau_cap_check', 'a negative cap', `UPDATE organisation SET mau_cap = -1`],
  ['account_email_check', 'a capital letter', `UPDATE account SET email = 'Ada@acme.example'`],
  ['account_email_check', 'nothing', `UPDATE account SET email = ''`],
  ['member_role_check', 'an unknown role', `UPDATE member SET role = 'guest'`],
  ['invitation_email_check', 'a capital letter', `UPDATE invitation SET email = 'New@acme.example'`],
  ['invitation_role_check', 'an unknown role', `UPDATE invitation SET role = 'guest'`],
  ['invitation_token_hash_check', 'a plain token', `UPDATE invitation SET token_hash = 'token'`],
  ['api_token_token_hash_check', 'a plain token', `UPDATE api_token SET token_hash = 'rpa_token'`],
  ['api_token_last_four_check', 'five characters', `UPDATE api_token SET last_four = 'abcde'`],
  ['api_token_scopes_check', 'an unknown scope', `UPDATE api_token SET scopes = '{settings,staff}'`],
  ['api_token_scopes_check', 'null', `UPDATE api_token SET scopes = NULL`],
  ['api_token_scopes_check', 'no scope', `UPDATE api_token SET scopes = '{}'`],

  ['environment_version_check', 'a negative version', `UPDATE environment SET version = -1`],
  ['environment_key_key_hash_check', 'a plain key', `UPDATE environment_key SET key_hash = 'key'`],
  [
    'environment_key_key_hash_check',
    'capital digits',
    `UPDATE environment_key SET key_hash = repeat('A', 64)`,
  ],
  ['environment_key_kind_check', 'an unknown kind', `UPDATE environment_key SET kind = 'browser'`],
  ['environment_allowed_origins_check', 'null', `UPDATE environment SET allowed_origins = NULL`],
  [
    'environment_allowed_origins_check',
    'a null in it',
    `UPDATE environment SET allowed_origins = '{*,NULL}'`,
  ],
  ['environment_key_last_four_check', 'three characters', `UPDATE environment_key SET last_four = 'abc'`],
  ['segment_any_of_check', 'an object', `UPDATE segment SET any_of = '{}'`],

  ['feature_status_check', 'an unknown status', `UPDATE feature SET status = 'draft'`],
  ['feature_salt_check', 'an empty salt', `UPDATE feature SET salt = ''`],
  ['variable_type_check', 'an unknown type', `UPDATE variable SET type = 'date'`],
  ['variation_position_check', 'a negative position', `UPDATE variation SET position = -1`],
  ['targeting_rule_position_check', 'a negative position', `UPDATE targeting_rule SET position = -1`],
  ['targeting_rule_any_of_check', 'an object', `UPDATE targeting_rule SET any_of = '{}'`],
  ['targeting_rule_schedule_check', 'a JSON null', `UPDATE targeting_rule SET schedule = 'null'`],
  ['targeting_rule_rollout_check', 'a number', `UPDATE targeting_rule SET rollout = '50'`],
  ['targeting_rule_bucket_by_check', 'null', `UPDATE targeting_rule SET bucket_by = NULL`],
  [
    'targeting_rule_bucket_by_check',
    'a null in it',
    `UPDATE targeting_rule SET bucket_by = '{user_id,NULL}'`,
  ],
  [
    'targeting_prerequisite_position_check',
    'a negative position',
    `UPDATE targeting_prerequisite SET position = -1`,
  ],
  ['prerequisite_variation_rank_check', 'a negative rank', `UPDATE prerequisite_variation SET rank = -1`],
  ['rule_serving_position_check', 'a negative position', `UPDATE rule_serving SET position = -1`],
  [
    'rule_serving_weight_thousandths_check',
    'a negative weight',
    `UPDATE rule_serving SET weight_thousandths = -1`,
  ],
  [
    'rule_serving_weight_thousandths_check',
    'over 100 %',
    `UPDATE rule_serving SET weight_thousandths = 100001`,
  ],
  ['override_user_id_check', 'an empty id', `UPDATE override SET user_id = ''`],
  ['override_user_id_check', '501 characters', `UPDATE override SET user_id = repeat('u', 501)`],
  ['datafile_fragment_kind_check', 'an unknown kind', `UPDATE datafile_fragment SET kind = 'project'`],
  ['datafile_fragment_version_check', 'version 0', `UPDATE datafile_fragment SET version = 0`],
  ['datafile_fragment_document_check', 'a JSON null', `UPDATE datafile_fragment SET document = 'null'`],

  [
    'repository_connection_provider_check',
    'an unknown provider',
    `UPDATE repository_connection SET provider = 'svn'`,
  ],
  [
    'repository_connection_repository_check',
    'no owner',
    `UPDATE repository_connection SET repository = 'shop'`,
  ],
  [
    'repository_connection_repository_check',
    'an empty owner',
    `UPDATE repository_connection SET repository = '/shop'`,
  ],
  [
    'repository_connection_snapshot_hash_check',
    'a short hash',
    `UPDATE repository_connection SET snapshot_hash = '\\x00'`,
  ],
  ['code_reference_key_check', 'a capital letter', `UPDATE code_reference SET key = 'Checkout'`],
  ['code_reference_key_check', 'an empty key', `UPDATE code_reference SET key = ''`],
  ['code_reference_key_check', '501 characters', `UPDATE code_reference SET key = repeat('k', 501)`],
  ['code_reference_file_check', 'an empty path', `UPDATE code_reference SET file = ''`],
  ['code_reference_file_check', '1,025 characters', `UPDATE code_reference SET file = repeat('f', 1025)`],
  ['code_reference_line_number_check', 'line 0', `UPDATE code_reference SET line_number = 0`],
  ['code_reference_snippet_check', '501 characters', `UPDATE code_reference SET snippet = repeat('s', 501)`],
  ['code_reference_location_hash_check', 'a short hash', `UPDATE code_reference SET location_hash = '\\x00'`],
  ['code_reference_state_check', 'an unknown state', `UPDATE code_reference SET state = 'gone'`],
  ['code_reference_state_check', 'a stale one never seen', `UPDATE code_reference SET state = 'stale'`],
  [
    'code_reference_state_check',
    'a recorded one last seen',
    `UPDATE code_reference SET last_seen_at = now()`,
  ],

  ['stored_event_event_check', 'a blank name', `UPDATE stored_event SET event = '  '`],
  ['stored_event_event_id_check', 'an empty id', `UPDATE stored_event SET event_id = ''`],
  ['stored_event_event_id_check', '201 characters', `UPDATE stored_event SET event_id = repeat('e', 201)`],
  ['stored_event_value_check', 'infinity', `UPDATE stored_event SET value = 'Infinity'`],
  ['stored_event_value_check', 'minus infinity', `UPDATE stored_event SET value = '-Infinity'`],
  ['stored_event_value_check', 'no number', `UPDATE stored_event SET value = 'NaN'`],
  ['evaluation_rollup_span_check', 'an unknown span', `UPDATE evaluation_rollup SET span = 'week'`],
  ['evaluation_rollup_reason_check', 'an unknown reason', `UPDATE evaluation_rollup SET reason = 7`],
  ['evaluation_rollup_asked_check', 'neither 0 nor 1', `UPDATE evaluation_rollup SET asked = 2`],
  ['feature_kind_check', 'an unknown kind', `UPDATE feature SET kind = 'flag'`],
  ['feature_tags_check', 'null', `UPDATE feature SET tags = NULL`],
  ['feature_tags_check', 'null as an entry', `UPDATE feature SET tags = ARRAY[NULL]`],
  ['feature_owners_check', 'null', `UPDATE feature SET owners = NULL`],
  ['feature_owners_check', 'null as an entry', `UPDATE feature SET owners = ARRAY[NULL]`],
  ['event_rollup_span_check', 'an unknown span', `UPDATE event_rollup SET span = 'week'`],
  [
    'monthly_active_user_month_check',
    'the second of a month',
    `UPDATE monthly_active_user SET month = '2026-11-02'`,
  ],
  ['monthly_usage_month_check', 'the second of a month', `UPDATE monthly_usage SET month = '2026-11-02'`],

  ['webhook_endpoint_events_check', 'null', `UPDATE webhook_endpoint SET events = NULL`],
  ['webhook_endpoint_events_check', 'no kind', `UPDATE webhook_endpoint SET events = '{}'`],
  [
    'webhook_endpoint_events_check',
    'an unknown kind',
    `UPDATE webhook_endpoint SET events = '{feature.renamed}'`,
  ],
  [
    'webhook_endpoint_events_check',
    'all and one',
    `UPDATE webhook_endpoint SET events = '{*,feature.created}'`,
  ],
  ['webhook_endpoint_format_check', 'an unknown format', `UPDATE webhook_endpoint SET format = 'discord'`],
  ['webhook_endpoint_secret_check', 'an empty secret', `UPDATE webhook_endpoint SET secret = ''`],
  ['webhook_event_type_check', 'an unknown kind', `UPDATE webhook_event SET type = 'feature.renamed'`],
  [
    'webhook_delivery_status_check',
    'an unknown status',
    `UPDATE webhook_delivery SET status = 'held', due_at = NULL, finished_at = now()`,
  ],
  ['webhook_delivery_due_at_check', 'a pending one never due', `UPDATE webhook_delivery SET due_at = NULL`],
  [
    'webhook_delivery_due_at_check',
    'a failed one due',
    `UPDATE webhook_delivery SET status = 'failed', finished_at = now()`,
  ],
  [
    'webhook_delivery_finished_at_check',
    'a pending one finished',
    `UPDATE webhook_delivery SET finished_at = now()`,
  ],
  [
    'webhook_delivery_finished_at_check',
    'a failed one unfinished',
    `UPDATE webhook_delivery SET status = 'failed', due_at = NULL`,
  ],
  [
    'webhook_delivery_attempt_count_check',
    'a negative count',
    `UPDATE webhook_delivery SET attempt_count = -1`,
  ],
  ['webhook_attempt_number_check', 'attempt 0', `UPDATE webhook_attempt SET number = 0`],
  ['webhook_attempt_duration_ms_check', 'a negative duration', `UPDATE webhook_attempt SET duration_ms = -1`],
  [
    'webhook_attempt_response_body_check',
    '4,097 characters',
    `UPDATE webhook_attempt SET response_body = repeat('b', 4097)`,
  ],
  ['audit_record_source_check', 'an unknown source', `UPDATE audit_record SET source = 'console'`],
];

let seeded: Awaited<ReturnType<typeof createSeededDatabase>>;

beforeAll(async () => {
  seeded = await createSeededDatabase();
});

afterAll(() => seeded.close());

describe('a check constraint', () => {
  it.each(rejected)('%s refuses %s', async (constraint, _what, statement) => {
    await expect(seeded.pool.query(statement)).rejects.toMatchObject({ constraint });
  });

  it('has a row in this test, whichever it is', async () => {
    const { rows } = await seeded.pool.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
    );
    const tested = new Set(rejected.map(([constraint]) => constraint));
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...tested].toSorted());
  });

  it('lets through what stands at the edge', async () => {
    const allowed = [
      `UPDATE organisation SET slug = repeat('a', 100), mau_cap = 0`,
      `UPDATE feature SET slug = '9._-'`,
      `UPDATE rule_serving SET weight_thousandths = 100000`,
      `UPDATE override SET user_id = repeat('😀', 500)`,
      `UPDATE code_reference SET key = repeat('é', 500), file = repeat('ü', 1024), line_number = NULL`,
      `UPDATE code_reference SET state = 'stale', last_seen_at = now()`,
      `UPDATE stored_event SET event_id = repeat('😀', 200), value = NULL`,
      `UPDATE webhook_endpoint SET events = '{change_request.opened,advice.reported}', format = 'teams'`,
      `UPDATE webhook_event SET type = 'change_request.failed'`,
      `UPDATE webhook_delivery SET status = 'failed', due_at = NULL, finished_at = now()`,
      `UPDATE datafile_fragment SET document = NULL`,
    ];
    for (const statement of allowed) {
      await expect(seeded.pool.query(statement)).resolves.toMatchObject({ rowCount: 1 });
    }
  });
});

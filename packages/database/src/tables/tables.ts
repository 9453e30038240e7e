/**
 * Every table: its primary key, and its columns with their types as PostgreSQL names them, `?` where they may be null. Made from
 * the migrations by `npm run tables`; a test proves it fresh.
 */
// oxfmt-ignore
export const tables = {
  account: { key: ['id'], columns: {
    id: 'uuid', email: 'text', name: 'text', email_verified: 'boolean', image: 'text?', created_at: 'timestamptz',
    updated_at: 'timestamptz', proven_to_id: 'uuid?',
  } },
  advice_report: { key: ['project_id'], columns: {
    project_id: 'uuid', reported_at: 'timestamptz', verdicts: 'json',
  } },
  api_token: { key: ['id'], columns: {
    id: 'uuid', organisation_id: 'uuid', name: 'text', token_hash: 'text', last_four: 'text', scopes: 'text[]',
    created_by_id: 'uuid?', created_at: 'timestamptz', revoked_at: 'timestamptz?', created_by_token_id: 'uuid?',
    last_used_at: 'timestamptz?',
  } },
  applied_document: { key: ['id'], columns: {
    id: 'smallint', digest: 'text', applied_at: 'timestamptz',
  } },
  audit_record: { key: ['id'], columns: {
    id: 'uuid', organisation_id: 'uuid', project_id: 'uuid?', environment_id: 'uuid?', feature_id: 'uuid?',
    actor: 'text', source: 'text', action: 'text', subject: 'text', before: 'json?', after: 'json?',
    created_at: 'timestamptz', change_id: 'uuid?', comment: 'text?', change_request: 'integer?',
  } },
  change_request: { key: ['id'], columns: {
    id: 'uuid', project_id: 'uuid', number: 'integer', title: 'text', description: 'text', author: 'text',
    contributors: 'text[]', reviewers: 'text[]', revision: 'integer', status: 'text', closed_as: 'text?',
    records: 'json', names: 'json', feature_ids: 'uuid[]', environment_ids: 'uuid[]', conflicts: 'json?',
    apply_at: 'timestamptz?', when_approved: 'boolean', within_minutes: 'integer', after_id: 'uuid?', failure: 'json?',
    created_at: 'timestamptz', updated_at: 'timestamptz', closed_at: 'timestamptz?', applied_at: 'timestamptz?',
    applied_by: 'text?', change_id: 'uuid?', max_role: 'text?',
  } },
  change_request_verdict: { key: ['change_request_id', 'author'], columns: {
    change_request_id: 'uuid', author: 'text', verdict: 'text', revision: 'integer', comment: 'text?',
    created_at: 'timestamptz',
  } },
  code_reference: { key: ['id'], columns: {
    id: 'uuid', repository_connection_id: 'uuid', key: 'text', file: 'text', line_number: 'integer?', snippet: 'text?',
    location_hash: 'bytea', state: 'text', first_seen_at: 'timestamptz', last_seen_at: 'timestamptz?',
    last_seen_commit_sha: 'text?',
  } },
  comment: { key: ['id'], columns: {
    id: 'uuid', organisation_id: 'uuid', audit_record_id: 'uuid?', author: 'text', text: 'text',
    created_at: 'timestamptz', edited_at: 'timestamptz?', change_request_id: 'uuid?',
  } },
  consumed_trace: { key: ['id'], columns: {
    id: 'uuid', expires_at: 'timestamptz',
  } },
  datafile_fragment: { key: ['environment_id', 'kind', 'entity_id'], columns: {
    environment_id: 'uuid', kind: 'text', entity_id: 'uuid', version: 'bigint', document: 'json?',
    written_at: 'timestamptz', cost: 'integer?', cost_version: 'bigint?',
  } },
  default_variation: { key: ['environment_id', 'variable_id'], columns: {
    environment_id: 'uuid', variable_id: 'uuid', variation_id: 'uuid', feature_id: 'uuid',
  } },
  environment: { key: ['id'], columns: {
    id: 'uuid', project_id: 'uuid', slug: 'text', name: 'text', protected: 'boolean', version: 'bigint',
    created_at: 'timestamptz', updated_at: 'timestamptz', stored_bytes: 'bigint?', stored_bytes_version: 'bigint?',
    allowed_origins: 'text[]', datafile_personal_data: 'boolean', previous_signing_secret: 'text?',
    previous_signing_secret_key_id: 'text?', require_signed_users: 'boolean', signing_secret: 'text?',
    signing_secret_created_at: 'timestamptz?', signing_secret_key_id: 'text?', counted_since: 'timestamptz?',
    position: 'integer', approvers: 'text', comment_required: 'boolean', required_approvals: 'integer',
    without_approval: 'text',
  } },
  environment_key: { key: ['id'], columns: {
    id: 'uuid', environment_id: 'uuid', key_hash: 'text', last_four: 'text', created_at: 'timestamptz',
    revoked_at: 'timestamptz?', created_by_id: 'uuid?', last_used_at: 'timestamptz?', name: 'text?', kind: 'text',
  } },
  evaluation_batch: { key: ['id'], columns: {
    id: 'uuid', environment_id: 'uuid', begins_at: 'timestamptz', ends_at: 'timestamptz', format: 'smallint',
    cells: 'json', unknown: 'json',
  } },
  evaluation_rollup: { key: ['environment_id', 'span', 'variable_id', 'variation_id', 'reason', 'asked', 'begins_at'], columns: {
    environment_id: 'uuid', span: 'text', variable_id: 'uuid', variation_id: 'uuid', reason: 'smallint',
    asked: 'smallint', begins_at: 'timestamptz', count: 'bigint', first_at: 'timestamptz', last_at: 'timestamptz',
  } },
  event_batch: { key: ['first_id'], columns: {
    first_id: 'uuid', last_id: 'uuid', environment_id: 'uuid',
  } },
  event_name: { key: ['environment_id', 'name_hash'], columns: {
    environment_id: 'uuid', name_hash: 'uuid',
  } },
  event_receipt: { key: ['key'], columns: {
    key: 'uuid',
  } },
  event_rollup: { key: ['environment_id', 'variable_id', 'variation_id', 'event', 'span', 'begins_at'], columns: {
    environment_id: 'uuid', variable_id: 'uuid', variation_id: 'uuid', event: 'text', span: 'text',
    begins_at: 'timestamptz', event_count: 'bigint', verified_count: 'bigint', value_count: 'bigint',
    value_sum: 'numeric', value_square_sum: 'numeric', user_count: 'integer', users: 'bytea',
  } },
  event_user: { key: ['environment_id', 'user_hash'], columns: {
    environment_id: 'uuid', user_hash: 'uuid', number: 'integer',
  } },
  feature: { key: ['id'], columns: {
    id: 'uuid', project_id: 'uuid', slug: 'text', name: 'text', description: 'text', status: 'text', salt: 'text',
    created_at: 'timestamptz', updated_at: 'timestamptz', expected_until: 'date?', kind: 'text', links: 'json',
    manager: 'text?', owners: 'text[]', permanent: 'boolean?', snoozed_until: 'date?', tags: 'text[]',
  } },
  identity: { key: ['id'], columns: {
    id: 'uuid', account_id: 'uuid', provider_id: 'text', provider_account_id: 'text', password_hash: 'text?',
    access_token: 'text?', refresh_token: 'text?', id_token: 'text?', access_token_expires_at: 'timestamptz?',
    refresh_token_expires_at: 'timestamptz?', scope: 'text?', created_at: 'timestamptz', updated_at: 'timestamptz',
  } },
  invitation: { key: ['id'], columns: {
    id: 'uuid', organisation_id: 'uuid', email: 'text', role: 'text', token_hash: 'text', invited_by_id: 'uuid?',
    expires_at: 'timestamptz', accepted_at: 'timestamptz?', created_at: 'timestamptz', invited_by_token_id: 'uuid?',
  } },
  member: { key: ['id'], columns: {
    id: 'uuid', organisation_id: 'uuid', account_id: 'uuid', role: 'text', created_at: 'timestamptz',
    last_seen_at: 'timestamptz?',
  } },
  monthly_active_user: { key: ['organisation_id', 'month', 'user_hash'], columns: {
    organisation_id: 'uuid', month: 'date', user_hash: 'bigint', counted_at: 'timestamptz?',
  } },
  monthly_usage: { key: ['organisation_id', 'month'], columns: {
    organisation_id: 'uuid', month: 'date', user_count: 'integer',
  } },
  organisation: { key: ['id'], columns: {
    id: 'uuid', slug: 'text', name: 'text', plan: 'text', status: 'text', mau_cap: 'integer?',
    created_at: 'timestamptz', updated_at: 'timestamptz', created_by_id: 'uuid?', event_name_cap: 'integer?',
    webhook_endpoint_cap: 'integer?', environment_cap: 'integer?', stored_mebibytes_cap: 'integer?',
  } },
  override: { key: ['environment_id', 'feature_id', 'user_id'], columns: {
    environment_id: 'uuid', feature_id: 'uuid', user_id: 'text', variation_id: 'uuid', created_at: 'timestamptz',
    created_by: 'text?', note: 'text?',
  } },
  prerequisite_variation: { key: ['targeting_id', 'position', 'rank'], columns: {
    targeting_id: 'uuid', position: 'integer', rank: 'integer', variation_id: 'uuid',
  } },
  project: { key: ['id'], columns: {
    id: 'uuid', organisation_id: 'uuid', slug: 'text', name: 'text', created_at: 'timestamptz',
    updated_at: 'timestamptz', client_by_default: 'boolean', advice: 'json?', naming: 'json?',
    last_change_request: 'integer',
  } },
  repository_connection: { key: ['id'], columns: {
    id: 'uuid', project_id: 'uuid', provider: 'text', repository: 'text', branch: 'text', commit_sha: 'text?',
    snapshot_at: 'timestamptz?', snapshot_hash: 'bytea?', created_at: 'timestamptz', stored_references: 'integer?',
  } },
  rule_segment: { key: ['targeting_rule_id', 'segment_id'], columns: {
    targeting_rule_id: 'uuid', segment_id: 'uuid',
  } },
  rule_serving: { key: ['targeting_rule_id', 'position'], columns: {
    targeting_rule_id: 'uuid', position: 'integer', variation_id: 'uuid', weight_thousandths: 'integer?',
  } },
  segment: { key: ['id'], columns: {
    id: 'uuid', project_id: 'uuid', slug: 'text', name: 'text', any_of: 'json', created_at: 'timestamptz',
    updated_at: 'timestamptz',
  } },
  session: { key: ['id'], columns: {
    id: 'uuid', account_id: 'uuid', token: 'text', expires_at: 'timestamptz', ip_address: 'text?', user_agent: 'text?',
    created_at: 'timestamptz', updated_at: 'timestamptz', last_seen_at: 'timestamptz?',
  } },
  stored_event: { key: ['id'], columns: {
    id: 'uuid', environment_id: 'uuid', variable_id: 'uuid', variation_id: 'uuid', event: 'text', user_key: 'text?',
    value: 'double precision?', occurred_at: 'timestamptz', event_id: 'text?', evaluation_trace_verified: 'boolean',
  } },
  targeting: { key: ['id'], columns: {
    id: 'uuid', feature_id: 'uuid', environment_id: 'uuid', enabled: 'boolean', created_at: 'timestamptz',
    updated_at: 'timestamptz',
  } },
  targeting_prerequisite: { key: ['targeting_id', 'position'], columns: {
    targeting_id: 'uuid', position: 'integer', variable_id: 'uuid',
  } },
  targeting_rule: { key: ['id'], columns: {
    id: 'uuid', targeting_id: 'uuid', position: 'integer', name: 'text', enabled: 'boolean', any_of: 'json',
    schedule: 'json?', rollout: 'json?', bucket_by: 'text[]', rule_id: 'uuid?',
  } },
  unknown_key: { key: ['environment_id', 'key'], columns: {
    environment_id: 'uuid', key: 'text', count: 'bigint', first_at: 'timestamptz', last_at: 'timestamptz',
    server_last_at: 'timestamptz?',
  } },
  variable: { key: ['id'], columns: {
    id: 'uuid', feature_id: 'uuid', project_id: 'uuid', slug: 'text', type: 'text', created_at: 'timestamptz',
    updated_at: 'timestamptz', deleted_at: 'timestamptz?', client: 'boolean', constraints: 'json?', description: 'text',
  } },
  variation: { key: ['id'], columns: {
    id: 'uuid', feature_id: 'uuid', slug: 'text', name: 'text', position: 'integer', created_at: 'timestamptz',
    updated_at: 'timestamptz', deleted_at: 'timestamptz?',
  } },
  variation_value: { key: ['variation_id', 'variable_id'], columns: {
    variation_id: 'uuid', variable_id: 'uuid', feature_id: 'uuid', value: 'json',
  } },
  verification: { key: ['id'], columns: {
    id: 'uuid', identifier: 'text', value: 'text', expires_at: 'timestamptz', created_at: 'timestamptz',
    updated_at: 'timestamptz',
  } },
  webhook_attempt: { key: ['id'], columns: {
    id: 'uuid', webhook_delivery_id: 'uuid', number: 'integer', started_at: 'timestamptz', duration_ms: 'integer',
    succeeded: 'boolean', response_status: 'integer?', response_body: 'text?', error: 'text?', request_headers: 'json?',
  } },
  webhook_delivery: { key: ['id'], columns: {
    id: 'uuid', webhook_event_id: 'uuid', webhook_endpoint_id: 'uuid', body: 'text', status: 'text',
    attempt_count: 'integer', due_at: 'timestamptz?', leased_until: 'timestamptz?', created_at: 'timestamptz',
    finished_at: 'timestamptz?', last_attempt_at: 'timestamptz?',
  } },
  webhook_endpoint: { key: ['id'], columns: {
    id: 'uuid', organisation_id: 'uuid', url: 'text', description: 'text', events: 'text[]', enabled: 'boolean',
    secret: 'text', secret_key_id: 'text?', failing_since: 'timestamptz?', held_at: 'timestamptz?',
    created_at: 'timestamptz', updated_at: 'timestamptz', host: 'text?', format: 'text',
  } },
  webhook_event: { key: ['id'], columns: {
    id: 'uuid', organisation_id: 'uuid', type: 'text', data: 'json', created_at: 'timestamptz',
  } },
} as const;

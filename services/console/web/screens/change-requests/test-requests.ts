/** Change requests for tests. */
import type { ChangeRequest, Environment } from '../../api/types.ts';

const at = '2026-11-28T09:00:00.000Z';

/** Returns a request of Ada that waits for two approvals in production, with the given members. */
export function createRequest(given: Partial<ChangeRequest> = {}): ChangeRequest {
  return {
    number: 42,
    title: 'One page for half of Canada',
    description: '',
    author: 'ada@acme.example',
    contributors: [],
    reviewers: [],
    revision: 1,
    status: 'open',
    closed_as: null,
    stage: 'waiting',
    features: ['checkout'],
    environments: [{ environment: 'production', required: 2, approved_by: [] }],
    verdicts: [],
    apply: { at: null, when_approved: false, within_minutes: 60 },
    after: null,
    followed_by: [],
    failure: null,
    created_at: at,
    updated_at: at,
    expires_at: null,
    applied_at: null,
    applied_by: null,
    change_id: null,
    changes: [],
    conflicts: [],
    ...given,
  };
}

/** Returns production, with the given members. */
export function createEnvironment(given: Partial<Environment> = {}): Environment {
  return {
    slug: 'production',
    name: 'Production',
    position: 0,
    protected: true,
    required_approvals: 1,
    approvers: 'admin',
    without_approval: 'switch_off',
    comment_required: false,
    allowed_origins: [],
    require_signed_users: false,
    datafile_personal_data: false,
    has_signing_secret: false,
    ...given,
  };
}

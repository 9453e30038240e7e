import { storedSlug } from '@bunting/definitions';
import {
  createDuplicateCheck,
  memberPath,
  objectParts,
  type Problem,
  wellShapedEntries,
} from '@bunting/definitions/checks';
import { findRightsFlaw } from '@bunting/changes/organisations';
import { flawOfTarget, parseUrl, type TargetRules } from '@bunting/webhooks';
import { checkProject, type ProjectDependencies } from './check-project.ts';
import type { OrganisationInput, WebhookEndpointInput } from '../document/document-schema.ts';

export interface OrganisationDependencies extends ProjectDependencies {
  /** Which webhook targets the operator allows. */
  readonly targetRules: TargetRules;
}

/** Checks that the parts of an organisation fit together. Skips parts whose shape is wrong. */
export function* checkOrganisation(
  organisation: OrganisationInput,
  path: string,
  dependencies: OrganisationDependencies,
): Generator<Problem> {
  yield* checkMembersAndTokens(organisation, path, dependencies);
  yield* checkWebhookEndpoints(organisation, path, dependencies);
  const slugs = createDuplicateCheck();
  for (const { value, path: at } of objectParts(organisation.projects, memberPath(path, 'projects'))) {
    const slugPath = memberPath(at, 'slug');
    if (dependencies.isWellShaped(slugPath)) yield* slugs.enter(storedSlug(value.slug), slugPath);
    yield* checkProject(value, at, dependencies);
  }
}

function* checkMembersAndTokens(
  organisation: OrganisationInput,
  path: string,
  { isWellShaped, secrets }: OrganisationDependencies,
): Generator<Problem> {
  const emails = createDuplicateCheck();
  const members = new Set<string>();
  for (const { value, path: memberAt } of wellShapedEntries(
    organisation.members,
    memberPath(path, 'members'),
    isWellShaped,
  )) {
    yield* emails.enter(value.email.toLowerCase(), memberPath(memberAt, 'email'));
    members.add(value.email.toLowerCase());
  }
  const names = createDuplicateCheck();
  const areMembersWellShaped = isWellShaped(memberPath(path, 'members'));
  for (const { value, path: at } of wellShapedEntries(
    organisation.api_tokens,
    memberPath(path, 'api_tokens'),
    isWellShaped,
  )) {
    yield* names.enter(value.name, memberPath(at, 'name'));
    const flaw = findRightsFlaw(value);
    if (flaw?.member === 'role') yield { path: memberPath(at, flaw.member), message: flaw.message };
    if (value.token !== undefined) yield* secrets.enter(value.token, memberPath(at, 'token'));
    if (
      value.created_by !== undefined &&
      areMembersWellShaped &&
      !members.has(value.created_by.toLowerCase())
    ) {
      yield {
        path: memberPath(at, 'created_by'),
        message: `is not a member in the document: ${value.created_by}`,
      };
    }
  }
}

function* checkWebhookEndpoints(
  organisation: OrganisationInput,
  path: string,
  { isWellShaped, targetRules }: OrganisationDependencies,
): Generator<Problem> {
  const urls = createDuplicateCheck();
  const endpoints = wellShapedEntries(
    organisation.webhook_endpoints,
    memberPath(path, 'webhook_endpoints'),
    isWellShaped,
  );
  for (const { value, path: at } of endpoints) {
    yield* urls.enter(value.url, memberPath(at, 'url'));
    yield* checkUrl(value, memberPath(at, 'url'), targetRules);
    if (value.events.includes('*') && value.events.length > 1) {
      yield { path: memberPath(at, 'events'), message: 'must be only "*"' };
    }
  }
}

/** Checks what needs no DNS, because documents may be applied without a network. The dispatcher resolves the host before it sends. */
function* checkUrl({ url }: WebhookEndpointInput, path: string, rules: TargetRules): Generator<Problem> {
  const flaw = flawOfTarget(url, rules);
  if (parseUrl(url) === undefined)
    yield { path, message: 'must be a URL such as https://example.com/webhooks' };
  else if (flaw !== undefined) yield { path, message: flaw };
}

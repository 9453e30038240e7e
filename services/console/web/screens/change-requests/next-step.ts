/** Describes the next step of a change request in a sentence. Pure. */
import type { ChangeRequestSummary } from '../../api/types.ts';
import { formatMoment } from '../../design/format-time.ts';
import { describeMinutes } from './model.ts';
import { getApprovers, type RequestContext } from './rights.ts';

const list = new Intl.ListFormat('en-GB');
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

type Named = Pick<RequestContext, 'request' | 'environments'> & {
  /** Returns the name of a person. */
  readonly getName: (email: string) => string;
};

/** Returns what happens next, or what happened last. */
export function describeNextStep({ request, environments, getName }: Named): string {
  if (request.status === 'applied') return describeApplied(request, getName);
  switch (request.stage) {
    case null:
      return describeClosed(request, getName);
    case 'conflicting':
      return 'Later changes conflict with it. Resolve the conflicts; this makes a new revision, which needs its approvals again.';
    case 'changes_requested':
      return `${list.format(listObjectors(request).map(getName))} requested changes. Propose other changes, or ask them to approve it.`;
    case 'waiting':
      return `${describeMissing({ request, environments, getName })} ${describeThen(request)}`;
    case 'following':
      return `Waits for #${request.after}, which is applied first. ${describeThen(request)}`;
    case 'scheduled':
      return `Bunting applies it on ${formatMoment(request.apply.at ?? '')}.`;
    case 'ready':
      return request.apply.when_approved
        ? 'It has all approvals. Bunting applies it within seconds.'
        : 'It can be applied now, by its author or anybody who may approve it.';
  }
}

function describeApplied(
  { applied_by: appliedBy, applied_at: at }: ChangeRequestSummary,
  getName: Named['getName'],
): string {
  return `${appliedBy === null ? 'Bunting' : getName(appliedBy)} applied it on ${formatMoment(at ?? '')}.`;
}

function describeClosed({ closed_as: as, author }: ChangeRequestSummary, getName: Named['getName']): string {
  const reopen = 'You can reopen it for 30 days.';
  if (as === 'withdrawn') return `${getName(author)} withdrew it. ${reopen}`;
  if (as === 'rejected') return `It was rejected. ${reopen}`;
  return `It expired, because nobody had changed it for a long time. ${reopen}`;
}

function listObjectors({ verdicts, revision }: ChangeRequestSummary): readonly string[] {
  return verdicts
    .filter((each) => each.verdict === 'request_changes' && each.revision === revision)
    .map(({ by }) => by);
}

/** Returns "Waits for 1 more approval in Production: an admin or owner other than Ada can give it." */
function describeMissing({ request, environments, getName }: Named): string {
  const missing = request.environments.flatMap(({ environment: slug, required, approved_by: approvedBy }) => {
    const count = required - approvedBy.length;
    const environment = environments.find((each) => each.slug === slug);
    const approvers = environment === undefined ? ('admin' as const) : getApprovers(environment);
    return count > 0 ? [{ count, approvers, name: environment?.name ?? slug }] : [];
  });
  const what = missing.map(
    ({ count, name }) => `${count} more ${count === 1 ? 'approval' : 'approvals'} in ${name}`,
  );
  const isOne = missing.length === 1 && missing[0]!.count === 1;
  const isForMembers = missing.length > 0 && missing.every(({ approvers }) => approvers === 'member');
  const involved = either.format([request.author, ...request.contributors].map(getName));
  const who = isOne
    ? `${isForMembers ? 'a member' : 'an admin or owner'} other than ${involved} can give it`
    : `${isForMembers ? 'members' : 'admins and owners'} other than ${involved} can give them`;
  const asked = request.reviewers.filter(
    (email) => !request.environments.every((each) => each.approved_by.includes(email)),
  );
  const reviewers =
    asked.length > 0
      ? ` ${list.format(asked.map(getName))} ${asked.length === 1 ? 'was' : 'were'} asked to review it.`
      : '';
  return `Waits for ${list.format(what)}: ${who}.${reviewers}`;
}

/** Returns what happens once nothing is missing. */
function describeThen({
  apply: { at, when_approved: isWhenApproved, within_minutes: within },
}: ChangeRequestSummary): string {
  if (at !== null)
    return isWhenApproved
      ? `Then Bunting applies it, not before ${formatMoment(at)}.`
      : `Bunting applies it on ${formatMoment(at)}, or once it is approved, at most ${describeMinutes(within)} later.`;
  return isWhenApproved ? 'Then Bunting applies it at once.' : 'Then somebody applies it by hand.';
}

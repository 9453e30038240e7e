import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { useToast } from '../../../design/floating/toast.tsx';
import { FormProblem } from '../../../design/forms/form-problem.tsx';
import { Select } from '../../../design/forms/select.tsx';
import kit from '../../../design/kit.module.css';
import { QueryBoundary } from '../../../design/query-boundary.tsx';
import { Differences } from '../../../editing/differences.tsx';
import { ReviewForm } from '../../../editing/review-form.tsx';
import { useDraft } from '../../../editing/use-draft.ts';
import { describeServed } from '../../../flags/condition/words.ts';
import { draftNames } from '../../../page/draft-names.ts';
import type { StoredServing } from './targeting-switch.tsx';
import { everyoneDryRunQuery, useServeEveryone } from './changes.ts';
import { toDocument } from './model.ts';

/** Puts a rule for everyone above all others, after a dry run that shows what it replaces. */
export function EveryoneDialog({
  target,
  environment,
  feature,
  serving,
  etag,
  account,
  onClose,
}: StoredServing & { onClose: () => void }) {
  const { variations } = feature;
  const [variation, setVariation] = useState(variations[0]!.slug);
  const stored = toDocument(serving);
  const isOff = stored.targeting?.enabled === false;
  const asked = { variation, isOff, etag };
  const dryRun = useQuery(everyoneDryRunQuery(target, asked));
  const serve = useServeEveryone(target);
  const { draft } = useDraft(draftNames.serving({ account, ...target }), { etag, value: stored });
  const say = useToast();
  const nameOf = (slug: string) => variations.find((each) => each.slug === slug)?.name || slug;
  const count = stored.targeting?.rules.length ?? 0;
  function run(comment: string | undefined) {
    serve.mutate(
      { ...asked, comment },
      {
        onSuccess({ changeId: id }) {
          onClose();
          const subject = `${target.feature} in ${environment.name}`;
          say(`Everyone gets ${nameOf(variation)} · ${subject}`, {
            change: { org: target.org, id },
            subject,
          });
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Serve one variation to everyone in ${environment.name}?`}>
      <ReviewForm
        action={`Serve ${nameOf(variation)} in ${environment.name}`}
        isProtected={environment.protected}
        isCommentRequired={environment.comment_required}
        isReady={(dryRun.data?.changes.length ?? 0) > 0 && !serve.isPending}
        problem={serve.error}
        refused={<FormProblem problem={serve.error} />}
        onSave={run}
        onClose={onClose}
      >
        <Select
          label="Variation"
          options={variations.map(({ slug, name }) => ({ value: slug, label: name || slug }))}
          value={variation}
          onChange={(event) => setVariation(event.target.value)}
        />
        <p>
          <span className={kit.hint}>Now:</span> {describeServed(feature.status, stored, nameOf)}
        </p>
        <p className={kit.hint}>
          A rule for everyone goes on top within a second
          {isOff && ', and targeting is switched on'}. {formatReplaced(count)}
          {serving.overrides.count > 0 && ' Overrides still come first.'} To end it, delete that rule.
        </p>
        <QueryBoundary
          of={dryRun}
          height={48}
          isEmpty={({ changes }) => changes.length === 0}
          empty={<p className={kit.hint}>No changes. Everyone gets {nameOf(variation)} already.</p>}
        >
          {({ changes }) => (
            <Differences
              changes={changes.map(({ what }) => ({ text: what }))}
              isProtected={environment.protected}
            />
          )}
        </QueryBoundary>
        {draft && <p className={kit.hint}>Your unsaved changes stay a draft.</p>}
      </ReviewForm>
    </Dialog>
  );
}

function formatReplaced(count: number): string {
  if (count === 0) return 'The default stays, but nobody gets it.';
  return count === 1
    ? 'The other rule and the default stay, but no longer apply.'
    : `The other ${count} rules and the default stay, but no longer apply.`;
}

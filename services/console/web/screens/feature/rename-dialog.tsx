import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { OfFeature } from '../../api/queries/project.ts';
import type { Feature } from '../../api/types.ts';
import { Behind } from '../../editing/behind.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, wrongOf } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { differencesOf, patchWith } from '../../editing/patch.ts';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { useDryRun } from './use-dry-run.ts';
import { useEditedFeature } from './use-edited-feature.ts';
import { useMayChange } from '../../api/session/use-may-change.ts';
import { WouldChange } from './would-change.tsx';

type Renamed = Partial<Pick<Feature, 'name' | 'slug'>>;

/** A new name, which only people see, or a new slug, which is served: its difference is shown before it is saved. */
export function RenameDialog({
  target,
  feature,
  onClose,
}: {
  target: OfFeature;
  feature: Feature;
  onClose: () => void;
}) {
  const { first, etag, own, setOwn, patch, behind, goOnWith } = useEditedFeature(target, feature);
  const { name, slug } = { ...first, ...own };
  const { served } = useMayChange(target);
  const navigate = useNavigate();
  const say = useToast();
  const change = (changed: Renamed) =>
    setOwn((before) => patchWith<Renamed>({ name: first.name, slug: first.slug }, before, changed));
  const [asked, setAsked] = useState<Renamed>();
  const isServed = own.slug !== undefined;
  // What is typed after the difference was shown has another one.
  const isAsked = isServed && asked === own;
  const would = useDryRun(target, isAsked ? own : undefined, etag);
  const { dryRun, where } = would;
  const isReviewed = isAsked && dryRun.error === null;
  const error = patch.error ?? dryRun.error;
  function review() {
    patch.reset();
    if (isAsked) void dryRun.refetch();
    setAsked(own);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isServed && !isReviewed) return review();
    if (etag === undefined || (isServed && dryRun.data === undefined)) return;
    patch.mutate(
      { body: own, etag },
      {
        onSuccess({ body: renamed, changeId: id }) {
          onClose();
          say(`Renamed to ${renamed.name}.`, { change: { org: target.org, id } });
          if (renamed.slug !== target.feature)
            void navigate({ to: paths.feature, params: { ...target, feature: renamed.slug }, replace: true });
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${feature.name || feature.slug}`}>
      <form className={kit.form} onSubmit={submit}>
        <Field
          label="Name"
          required
          maxLength={200}
          value={name}
          wrong={wrongOf(error, 'name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Slug"
          hint={
            served ??
            'Answers to applications name the feature by its slug, so what is served changes with it. Variables keep theirs.'
          }
          disabled={served !== undefined}
          required
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          value={slug}
          wrong={wrongOf(error, 'slug')}
          onChange={(event) => change({ slug: event.target.value })}
        />
        {behind ? (
          <Behind
            meanwhile={behind.meanwhile}
            differences={differencesOf<Renamed>({ name: 'Name', slug: 'Slug' }, behind.stored, behind.tried)}
            onKeep={() => goOnWith(own)}
            onDiscard={() => goOnWith({})}
          />
        ) : (
          <>
            {isReviewed && <WouldChange {...would} />}
            <FormProblem problem={error} fields={['name', 'slug']} />
          </>
        )}
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton
            problem={patch.error}
            kind={where.isProtected ? 'guard' : 'main'}
            disabled={
              patch.isPending ||
              behind !== undefined ||
              Object.keys(own).length === 0 ||
              (isReviewed && dryRun.data === undefined)
            }
          >
            {isServed && !isReviewed ? 'Review' : where.list === '' ? 'Rename' : `Rename in ${where.list}`}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}

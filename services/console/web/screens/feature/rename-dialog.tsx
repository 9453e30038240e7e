import { useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { OfFeature } from '../../api/queries/project.ts';
import type { Feature } from '../../api/types.ts';
import { isSameValue } from '../../editing/draft-storage.ts';
import { FieldConflict } from '../../editing/field-conflict.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { describeFields, getChangedFields } from '../../editing/fields.ts';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { useDryRun } from './use-dry-run.ts';
import { useFeatureEditor } from './document.ts';
import { useMayChange } from '../../api/session/use-may-change.ts';
import { WouldChange } from './would-change.tsx';
import { Form } from '../../design/forms/form.tsx';

type Renamed = Pick<Feature, 'name' | 'slug'>;

const renamedFields = {
  pick: ({ name, slug }: Feature): Renamed => ({ name, slug }),
  getChanges: getChangedFields<Renamed>,
};

/** Changes the name or the slug of a feature. A new slug changes what is served, so its dry run is reviewed first. */
export function RenameDialog({
  target,
  feature,
  onClose,
}: {
  target: OfFeature;
  feature: Feature;
  onClose: () => void;
}) {
  const router = useRouter();
  const showToast = useToast();
  /** Moves the page of the feature to its new address, unless the user has left it during the save. */
  function followSlug(slug: string) {
    const before = router.buildLocation({ to: paths.feature, params: target }).pathname;
    if (`${router.latestLocation.pathname}/`.startsWith(`${before}/`))
      void router.navigate({ to: paths.feature, params: { ...target, feature: slug }, replace: true });
  }
  const editor = useFeatureEditor<Renamed>(target, feature, renamedFields, {
    onClose,
    onSaved({ value: renamed, changeId: id }) {
      showToast(`Renamed to “${renamed.name}”`, { change: { org: target.org, id } });
      if (renamed.slug !== target.feature) followSlug(renamed.slug);
    },
  });
  const { base, value, isStale } = editor;
  const { name, slug } = value;
  const own = getChangedFields(base.value, value);
  const { served } = useMayChange(target);
  const [reviewed, setReviewed] = useState<Partial<Renamed>>();
  function change(changed: Partial<Renamed>) {
    setReviewed(undefined);
    editor.change({ ...value, ...changed });
  }
  const isServed = own.slug !== undefined;
  // Further edits invalidate the reviewed difference.
  const isAsked = isServed && isSameValue(reviewed, own);
  const would = useDryRun(target, isAsked ? own : undefined, base.etag);
  const { dryRun, where } = would;
  const isReviewed = isAsked && dryRun.error === null;
  const error = editor.saveError ?? dryRun.error;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isServed || (isReviewed && dryRun.data !== undefined)) return void editor.save();
    if (isAsked) void dryRun.refetch();
    setReviewed(own);
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${feature.name || feature.slug}`}>
      <Form onSubmit={submit}>
        <Field
          label="Name"
          required
          maxLength={200}
          value={name}
          wrong={getFieldError(error, 'name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Slug"
          hint={
            served ??
            'Evaluations name the feature by its slug, so apps receive the new one. The slugs of variables stay the same.'
          }
          disabled={served !== undefined}
          required
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          value={slug}
          wrong={getFieldError(error, 'slug')}
          onChange={(event) => change({ slug: event.target.value })}
        />
        <FieldConflict
          editor={editor}
          describe={(now, from, to) =>
            describeFields<Renamed>({ name: 'Name', slug: 'Slug' }, now, getChangedFields(from, to))
          }
        />
        {!isStale && (
          <>
            {isReviewed && <WouldChange {...would} />}
            <FormProblem problem={error} fields={['name', 'slug']} />
          </>
        )}
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton
            problem={editor.saveError}
            kind={where.isProtected ? 'guard' : 'main'}
            disabled={
              editor.status === 'saving' ||
              isStale ||
              !editor.isDirty ||
              (isReviewed && dryRun.data === undefined)
            }
          >
            {isServed && !isReviewed ? 'Review' : where.list === '' ? 'Rename' : `Rename in ${where.list}`}
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { featureQuery, type OfFeature } from '../api/queries.ts';
import type { Feature } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormProblem, wrongOf } from '../ui/form-problem.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { useToast } from '../ui/toast.tsx';
import { usePatchFeature } from './changes.ts';
import { useMayChange } from './use-may.ts';

/** A new name, which only people see, or a new slug, which code references and webhooks see. */
export function RenameDialog({
  target,
  feature,
  onClose,
}: {
  target: OfFeature;
  feature: Feature;
  onClose: () => void;
}) {
  const { data } = useQuery(featureQuery(target));
  // What the fields began with, and its version.
  const [begun] = useState(data);
  const first = begun?.body ?? feature;
  const [name, setName] = useState(first.name);
  const [slug, setSlug] = useState(first.slug);
  const { served } = useMayChange(target);
  const patch = usePatchFeature(target);
  const navigate = useNavigate();
  const say = useToast();
  const body = {
    ...(name !== first.name && { name }),
    ...(slug !== first.slug && { slug }),
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (begun === undefined) return;
    patch.mutate(
      { body, etag: begun.etag },
      {
        onSuccess({ body: renamed, changeId: id }) {
          onClose();
          if ('dry_run' in renamed) return;
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
          wrong={wrongOf(patch.error, 'name')}
          onChange={(event) => setName(event.target.value)}
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
          wrong={wrongOf(patch.error, 'slug')}
          onChange={(event) => setSlug(event.target.value)}
        />
        <FormProblem problem={patch.error} fields={['name', 'slug']} />
        <div className={kit.actions}>
          <Button onClick={onClose}>Back</Button>
          <Button
            kind="main"
            type="submit"
            disabled={patch.isPending || begun === undefined || Object.keys(body).length === 0}
          >
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

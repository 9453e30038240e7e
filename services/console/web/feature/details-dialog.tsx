import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { featureQuery, type OfFeature } from '../api/queries.ts';
import type { Feature } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, typedIn } from '../ui/field.tsx';
import { FormProblem, wrongOf } from '../ui/form-problem.tsx';
import kit from '../ui/kit.module.css';
import { useToast } from '../ui/toast.tsx';
import { usePatchFeature, type FeaturePatch } from './changes.ts';
import style from './feature.module.css';
import { linksOf, listed, writtenLinks } from './model.ts';

const kinds = {
  release: 'Release',
  experiment: 'Experiment',
  operational: 'Operational',
  permission: 'Permission',
  kill_switch: 'Kill switch',
} as const;

/** What people say of the feature. None of it changes what is served. */
export function DetailsDialog({
  target,
  feature,
  onClose,
}: {
  target: OfFeature;
  feature: Feature;
  onClose: () => void;
}) {
  const { data } = useQuery(featureQuery(target));
  // What the fields began with, and its version: somebody else's change since is a 412, although the page shows it by now.
  const [begun] = useState(data);
  const first = begun?.body ?? feature;
  const patch = usePatchFeature(target);
  const say = useToast();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (begun === undefined) return;
    patch.mutate(
      { body: changedBy(new FormData(event.currentTarget), first), etag: begun.etag },
      {
        onSuccess({ changeId: id }) {
          onClose();
          say(`Saved the details of ${feature.name || feature.slug}.`, { change: { org: target.org, id } });
        },
      },
    );
  }
  const fields = ['description', 'tags', 'owners', 'links', 'expected_until', 'snoozed_until'];
  return (
    <Dialog isOpen onClose={onClose} title={`Details of ${feature.name || feature.slug}`}>
      <form className={kit.form} onSubmit={submit}>
        <Text name="description" label="Description" value={first.description} rows={3} maxLength={10_000} />
        <Field
          name="owners"
          label="Owners"
          hint="Addresses of members or labels such as @acme/checkout, by comma."
          defaultValue={first.owners.join(', ')}
          wrong={wrongOf(patch.error, 'owners')}
        />
        <Field
          name="tags"
          label="Tags"
          hint="Slugs, by comma or blank."
          defaultValue={first.tags.join(' ')}
          wrong={wrongOf(patch.error, 'tags')}
        />
        <Text
          name="links"
          label="Links: one a line, with what they are called behind the address"
          value={writtenLinks(first.links)}
          rows={2}
          maxLength={50_000}
        />
        <div className={style.pair}>
          <label className={kit.field}>
            <span className={kit.label}>Kind</span>
            <select className={kit.input} name="kind" defaultValue={first.kind}>
              {Object.entries(kinds).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label className={kit.field}>
            <span className={kit.label}>Is it meant to stay?</span>
            <select className={kit.input} name="permanent" defaultValue={String(first.permanent)}>
              <option value="null">As its kind says</option>
              <option value="true">Yes</option>
              <option value="false">No</option>
            </select>
          </label>
          <Field
            name="expected_until"
            label="Expected to be finished by"
            type="date"
            defaultValue={first.expected_until ?? ''}
            wrong={wrongOf(patch.error, 'expected_until')}
          />
          <Field
            name="snoozed_until"
            label="No advice before"
            type="date"
            defaultValue={first.snoozed_until ?? ''}
            wrong={wrongOf(patch.error, 'snoozed_until')}
          />
        </div>
        <FormProblem problem={patch.error} fields={fields} />
        <div className={kit.actions}>
          <Button onClick={onClose}>Back</Button>
          <Button kind="main" type="submit" disabled={patch.isPending || begun === undefined}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Text({
  name,
  label,
  value,
  rows,
  maxLength,
}: {
  name: string;
  label: string;
  value: string;
  rows: number;
  maxLength: number;
}) {
  return (
    <label className={kit.field}>
      <span className={kit.label}>{label}</span>
      <textarea
        className={`${kit.input} ${style.text}`}
        name={name}
        rows={rows}
        maxLength={maxLength}
        defaultValue={value}
      />
    </label>
  );
}

/** Only what was changed is sent: what somebody else changed meanwhile in another field stays theirs. */
function changedBy(form: FormData, first: Feature): FeaturePatch {
  const typed = (name: string) => typedIn(form, name);
  const given = {
    description: typed('description'),
    owners: listed(typed('owners'), /[,\n]/),
    tags: listed(typed('tags'), /[,\s]/).toSorted(),
    links: linksOf(typed('links')),
    kind: typed('kind') as Feature['kind'],
    permanent: JSON.parse(typed('permanent')) as boolean | null,
    expected_until: typed('expected_until') || null,
    snoozed_until: typed('snoozed_until') || null,
  };
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(first[name as keyof Feature]);
  return Object.fromEntries(Object.entries(given).filter(isChanged));
}

import { useState, type FormEvent } from 'react';
import type { OfFeature } from '../../api/queries/project.ts';
import type { Feature } from '../../api/types.ts';
import { FieldConflict } from '../../editing/field-conflict.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { DateField } from '../../design/forms/date-field.tsx';
import { parseDateText } from '../../design/forms/date-text.ts';
import { Field, typedIn } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { isSameValue } from '../../editing/draft-storage.ts';
import { describeFields } from '../../editing/fields.ts';
import { Select } from '../../design/forms/select.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { useFeatureEditor } from './document.ts';
import style from './feature.module.css';
import {
  changedDetails,
  detailLabels,
  inWords,
  kinds,
  parseLinks,
  listed,
  formatLinks,
  toDetails,
  type Details,
} from './model.ts';
import { Form } from '../../design/forms/form.tsx';

/** Edits the metadata of a feature, which does not change what is served. */
export function DetailsDialog({
  target,
  feature,
  onClose,
}: {
  target: OfFeature;
  feature: Feature;
  onClose: () => void;
}) {
  const showToast = useToast();
  const editor = useFeatureEditor<Details>(
    target,
    feature,
    { pick: toDetails, getChanges: (base, value) => changedDetails(value, base) },
    {
      onClose,
      onSaved: ({ changeId: id }) =>
        showToast(`Saved the details of “${feature.name || feature.slug}”`, {
          change: { org: target.org, id },
        }),
    },
  );
  const { value: first, saveError, isStale, status } = editor;
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const value = readDetails(new FormData(event.currentTarget));
    if (isSameValue(changedDetails(value, editor.base.value), {})) return onClose();
    editor.change(value);
    await editor.save();
  }
  const fields = ['description', 'tags', 'owners', 'links', 'expected_until', 'snoozed_until'];
  return (
    <Dialog isOpen onClose={onClose} title={`Details of ${feature.name || feature.slug}`}>
      <Form
        key={editor.base.etag}
        onSubmit={(event) => void submit(event)}
        onChange={({ currentTarget }) =>
          editor.isTried && editor.change(readDetails(new FormData(currentTarget)))
        }
      >
        <Text
          name="description"
          label={detailLabels.description}
          value={first.description}
          rows={3}
          maxLength={10_000}
        />
        <Field
          name="owners"
          label={detailLabels.owners}
          hint="Member emails or labels such as @acme/checkout, separated by commas"
          defaultValue={first.owners.join(', ')}
          wrong={getFieldError(saveError, 'owners')}
        />
        <Field
          name="tags"
          label={detailLabels.tags}
          hint="Slugs, separated by commas or spaces"
          defaultValue={first.tags.join(' ')}
          wrong={getFieldError(saveError, 'tags')}
        />
        <Text
          name="links"
          label="Links (one per line: URL and optional title)"
          value={formatLinks(first.links)}
          rows={2}
          maxLength={50_000}
        />
        <div className={kit.pair}>
          <Select
            name="kind"
            label={detailLabels.kind}
            options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
            defaultValue={first.kind}
          />
          <Select
            name="permanent"
            label={detailLabels.permanent}
            options={[
              { value: 'null', label: 'Default for this kind' },
              { value: 'true', label: 'Yes' },
              { value: 'false', label: 'No' },
            ]}
            defaultValue={String(first.permanent)}
          />
          {(['expected_until', 'snoozed_until'] as const).map((name) => (
            <DateDetail key={name} {...{ name, first, wrong: getFieldError(saveError, name) }} />
          ))}
        </div>
        <FieldConflict
          editor={editor}
          describe={(now, base, own) =>
            describeFields(detailLabels, inWords(now), inWords(changedDetails(own, base)))
          }
        />
        {!isStale && <FormProblem problem={saveError} fields={fields} />}
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton problem={saveError} kind="main" disabled={status === 'saving' || isStale}>
            Save
          </SendButton>
        </div>
      </Form>
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

/** Renders the field of a date, whose text the form reads. */
function DateDetail({
  name,
  first,
  wrong,
}: {
  name: 'expected_until' | 'snoozed_until';
  first: Details;
  wrong: string | undefined;
}) {
  const [value, setValue] = useState(first[name] ?? '');
  return (
    <DateField
      {...{ name, value, wrong }}
      label={detailLabels[name]}
      onChange={(date) => date !== undefined && setValue(date)}
    />
  );
}

function readDetails(form: FormData): Details {
  const typed = (name: string) => typedIn(form, name);
  const typedDate = (name: string) => parseDateText(typed(name)) ?? (typed(name) || null);
  return {
    description: typed('description'),
    owners: listed(typed('owners'), /[,\n]/),
    tags: listed(typed('tags'), /[,\s]/).toSorted(),
    links: parseLinks(typed('links')),
    kind: typed('kind') as Feature['kind'],
    permanent: JSON.parse(typed('permanent')) as boolean | null,
    expected_until: typedDate('expected_until'),
    snoozed_until: typedDate('snoozed_until'),
  };
}

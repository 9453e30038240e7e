import { useRef } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/forms/field.tsx';
import { Form } from '../../design/forms/form.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { renameWithSlug, slugRules } from '../../design/forms/name-and-slug.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import { toSlug } from '../../design/forms/to-slug.ts';
import { useForm } from '../../design/forms/use-form.ts';
import type { Named } from './changes.ts';
import style from './first-run.module.css';
import { nextSlug } from './model.ts';

/** Renders a name and a slug derived from it. If the slug is taken, the next free one is suggested. */
export function NameForm({
  noun,
  action,
  initial,
  disabledReason,
  onMake,
}: {
  noun: string;
  action: string;
  initial: string;
  disabledReason?: string | undefined;
  onMake: (named: Named) => Promise<unknown>;
}) {
  const slugField = useRef<HTMLInputElement>(null);
  const form = useForm<Named, unknown>({ name: initial, slug: toSlug(initial) }, async (named) => {
    try {
      return await onMake(named);
    } catch (error) {
      if (isTakenError(error)) slugField.current?.focus();
      throw error;
    }
  });
  const { values, error, sent } = form;
  const isTaken = isTakenError(error) && sent?.slug === values.slug;
  function takeNext() {
    form.change({ slug: nextSlug(values.slug) });
    slugField.current?.focus();
  }
  return (
    <Form className={style.form} onSubmit={form.submit}>
      <Field
        label={`${noun[0]!.toUpperCase()}${noun.slice(1)} name`}
        maxLength={200}
        required
        {...form.bind('name')}
        onChange={(event) => form.change(renameWithSlug(values, event.target.value))}
      />
      <div className={style.slug}>
        <Field
          ref={slugField}
          label="URL slug"
          {...slugRules}
          {...form.bind('slug')}
          {...(isTaken && { wrong: error?.message })}
        />
        {isTaken && <Button onClick={takeNext}>Use {nextSlug(values.slug)} instead</Button>}
      </div>
      <SendButton problem={error} kind="main" disabledReason={disabledReason} disabled={form.isPending}>
        {action}
      </SendButton>
      <FormProblem problem={isTakenError(error) ? null : error} fields={['name', 'slug']} />
    </Form>
  );
}

const isTakenError = (error: unknown) => asApiError(error)?.code === 'taken';

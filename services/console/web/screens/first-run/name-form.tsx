import { useRef, useState, type FormEvent } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import { toSlug } from '../../design/forms/to-slug.ts';
import type { Named } from './changes.ts';
import style from './first-run.module.css';
import { nextSlug } from './model.ts';
import { Form } from '../../design/forms/form.tsx';

/** A name and a slug derived from it. If the slug is taken, the next free one is suggested. */
export function NameForm({
  noun,
  action,
  initial,
  disabledReason,
  isPending,
  error,
  onMake,
}: {
  noun: string;
  action: string;
  initial: string;
  disabledReason?: string | undefined;
  isPending: boolean;
  error: Error | null;
  onMake: (named: Named, options: { onError: (error: Error) => void }) => void;
}) {
  const [name, setName] = useState(initial);
  const [ownSlug, setOwnSlug] = useState<string>();
  const slugField = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState<string>();
  const slug = ownSlug ?? toSlug(name);
  const isTaken = asApiError(error)?.code === 'taken' && tried === slug;
  function takeNext() {
    setOwnSlug(nextSlug(slug));
    slugField.current?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(slug);
    onMake(
      { name, slug },
      { onError: (failure) => asApiError(failure)?.code === 'taken' && slugField.current?.focus() },
    );
  }
  return (
    <Form className={style.form} onSubmit={submit}>
      <Field
        label={`${noun[0]!.toUpperCase()}${noun.slice(1)} name`}
        value={name}
        maxLength={200}
        required
        wrong={getFieldError(error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={style.slug}>
        <Field
          ref={slugField}
          label="URL slug"
          value={slug}
          maxLength={100}
          required
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          wrong={isTaken ? error?.message : getFieldError(error, 'slug')}
          onChange={(event) => setOwnSlug(event.target.value)}
        />
        {isTaken && <Button onClick={takeNext}>Use {nextSlug(slug)} instead</Button>}
      </div>
      <SendButton problem={error} kind="main" disabledReason={disabledReason} disabled={isPending}>
        {action}
      </SendButton>
      <FormProblem problem={asApiError(error)?.code === 'taken' ? null : error} fields={['name', 'slug']} />
    </Form>
  );
}

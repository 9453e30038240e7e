import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useActions } from '../../page/actions.ts';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import type { Fields, NewEndpointFields } from './changes.ts';
import { Select } from '../../design/forms/select.tsx';
import { kindsQuery, type EventKind } from '../../api/queries/webhooks.ts';
import { formats } from './model.ts';
import { Text } from './text.tsx';
import style from './webhooks.module.css';
import { Form } from '../../design/forms/form.tsx';

export const fieldPaths = ['url', 'description'];

/** Renders the form of an existing endpoint. */
export function EndpointForm({
  fields,
  action,
  disabledReason,
  isReady,
  error,
  conflict,
  onChange,
  onSave,
  onDiscard,
}: {
  fields: Fields;
  action: string;
  disabledReason?: string | undefined;
  /** True if there are changes that can be saved now. */
  isReady: boolean;
  error: Error | null;
  /** Replaces the error if somebody else saved in the meantime. */
  conflict?: ReactNode;
  onChange: (changed: Partial<Fields>) => void;
  onSave: () => void;
  /** Absent if there is nothing to discard. */
  onDiscard: (() => void) | undefined;
}) {
  const isOff = disabledReason !== undefined;
  const form = useRef<HTMLFormElement>(null);
  const saving = { label: action, keys: 'Ctrl S', disabledReason, run: () => form.current?.requestSubmit() };
  useActions(isReady ? [saving] : []);
  return (
    <Form ref={form} onSubmit={() => isReady && !isOff && onSave()}>
      <EndpointFields {...{ fields, isOff, error, onChange }} />
      <label className={kit.named}>
        <input
          type="checkbox"
          checked={fields.enabled}
          disabled={isOff}
          onChange={(event) => onChange({ enabled: event.target.checked })}
        />
        Enabled. While disabled, pending deliveries wait and no new ones are created.
      </label>
      {conflict || <FormProblem problem={error} fields={fieldPaths} />}
      <div className={kit.actions}>
        {onDiscard && <Button onClick={onDiscard}>Discard</Button>}
        <SendButton problem={error} kind="main" disabledReason={disabledReason} disabled={!isReady}>
          {action}
        </SendButton>
      </div>
    </Form>
  );
}

export function EndpointFields({
  fields,
  isOff = false,
  error,
  onChange,
}: {
  fields: NewEndpointFields;
  isOff?: boolean;
  error: Error | null;
  onChange: (changed: Partial<NewEndpointFields>) => void;
}) {
  const { format } = fields;
  return (
    <>
      <Select
        label="Format"
        options={Object.entries(formats).map(([value, { name }]) => ({ value, label: name }))}
        value={format}
        disabled={isOff}
        onChange={(event) => onChange({ format: event.target.value as Fields['format'] })}
      />
      <Field
        label="URL"
        type="url"
        required
        maxLength={2_000}
        hint={formats[format].hint}
        value={fields.url}
        readOnly={isOff}
        wrong={getFieldError(error, 'url')}
        onChange={(event) => onChange({ url: event.target.value })}
      />
      <Events {...{ events: fields.events, format, isOff }} onChange={(events) => onChange({ events })} />
      <Field
        label="Description"
        maxLength={1_000}
        value={fields.description}
        readOnly={isOff}
        wrong={getFieldError(error, 'description')}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}

function Events({
  events,
  format,
  isOff,
  onChange,
}: {
  events: Fields['events'];
  format: Fields['format'];
  isOff: boolean;
  onChange: (events: Fields['events']) => void;
}) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const selectable = kinds.filter(({ kind }) => kind !== 'endpoint.test');
  const isAll = events.includes('*');
  function toggle(kind: Fields['events'][number]) {
    const rest = events.filter((each) => each !== kind && each !== '*');
    onChange(events.includes(kind) ? rest : [...rest, kind]);
  }
  return (
    <fieldset className={style.events} disabled={isOff}>
      <legend className={kit.label}>Events</legend>
      <label className={kit.named}>
        <input type="checkbox" checked={isAll} onChange={() => onChange(isAll ? [] : ['*'])} />
        All events, including future ones
      </label>
      {!isAll &&
        selectable.map((kind) => (
          <Kind
            key={kind.kind}
            kind={kind}
            format={format}
            isChosen={events.includes(kind.kind as Fields['events'][number])}
            toggle={() => toggle(kind.kind as Fields['events'][number])}
          />
        ))}
      {events.length === 0 && <p className={kit.wrong}>Choose at least one.</p>}
    </fieldset>
  );
}

function Kind({
  kind,
  format,
  isChosen,
  toggle,
}: {
  kind: EventKind;
  format: Fields['format'];
  isChosen: boolean;
  toggle: () => void;
}) {
  const isMessage = format !== 'bunting';
  return (
    <div className={style.kind}>
      <label className={kit.named}>
        <input type="checkbox" checked={isChosen} onChange={toggle} />
        <code>{kind.kind}</code>
      </label>
      <span className={kit.hint}>{kind.description}</span>
      <details>
        <summary>Sample of {kind.kind}</summary>
        <Text
          label={`${isMessage ? 'Message' : 'Body'} of ${kind.kind}`}
          text={isMessage ? kind.message : JSON.stringify(kind.sample, undefined, 2)}
          isShown={false}
        />
      </details>
    </div>
  );
}

import {
  createContext,
  useContext,
  useState,
  type ComponentProps,
  type FormEvent,
  type InputEvent,
} from 'react';
import kit from '../kit.module.css';
import { describeInvalid, findInvalid, readControl } from './validity.ts';

const none: ReadonlyMap<string, string> = new Map();
const Problems = createContext(none);

/** Returns the error message that the form has for the field with this id; undefined = none. */
export function useFieldProblem(id: string): string | undefined {
  return useContext(Problems).get(id);
}

/**
 * Renders a form whose fields show their own error messages. The browser checks `required`, `minLength`, `pattern` and types, but its bubbles
 * are off: they vanish, are not styled, and cannot be read again.
 */
export function Form({
  onSubmit,
  onInput,
  className = kit.form,
  ...rest
}: Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> & {
  /** Called if all fields are valid. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}) {
  const [problems, setProblems] = useState(none);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const invalid = findInvalid(event.currentTarget);
    setProblems(new Map(invalid.map((control) => [control.id, describeInvalid(readControl(control)) ?? ''])));
    if (invalid.length === 0) onSubmit(event);
    else invalid[0]?.focus();
  }
  /** Checks a field again that has an error, as the user types. */
  function check(event: InputEvent<HTMLFormElement>) {
    onInput?.(event);
    const { target } = event;
    if (problems.size === 0 || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
      return;
    const next = new Map(problems);
    const problem = describeInvalid(readControl(target));
    if (problem === undefined || !problems.has(target.id)) next.delete(target.id);
    else next.set(target.id, problem);
    setProblems(next);
  }
  return (
    <Problems value={problems}>
      <form noValidate className={className} {...rest} onInput={check} onSubmit={submit} />
    </Problems>
  );
}

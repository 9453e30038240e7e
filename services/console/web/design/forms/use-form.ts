import { useMutation } from '@tanstack/react-query';
import { useState, type ChangeEvent } from 'react';
import { getFieldError } from './form-problem.tsx';

/** The names of the values that are texts. */
type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

/** The properties of the field of a text. */
export interface BoundField {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
  readonly wrong: string | undefined;
}

/**
 * Holds the state of a form that creates, invites or renames: its values, and the request with its error. A form that edits a stored document
 * with drafts and conflicts uses `useDocumentEditor`.
 */
export function useForm<Values extends object, Result = void>(
  initial: Values,
  /** Sends the values. `clear` sets the fields to their initial values, for forms that stay on the page. */
  send: (values: Values, clear: () => void) => Promise<Result>,
) {
  const [values, setValues] = useState(initial);
  const sending = useMutation({
    mutationFn: (sent: Values) => send(sent, () => setValues(initial)),
  });
  const change = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }));
  return {
    values,
    change,
    /** Returns the properties of the field of a text. Errors of the server are found by `path`, the name of the value by default. */
    bind: (name: TextName<Values>, path: string = name): BoundField => ({
      name,
      value: values[name] as string,
      onChange: ({ target }) => change({ [name]: target.value } as Partial<Values>),
      wrong: getFieldError(sending.error, path),
    }),
    /** The error of the last request. */
    error: sending.error,
    /** The values of the last request. */
    sent: sending.variables,
    /** The result of the request, once it has succeeded. */
    result: sending.data,
    isPending: sending.isPending,
    submit: () => sending.isPending || sending.mutate(values),
  };
}

import { useState, type FormEvent } from 'react';
import { againIn, useWait } from './use-wait.ts';

/** Submits a form, keeps its error, and counts down to the next attempt after a 429. The fields are uncontrolled, so that their input stays. */
export function useAttempt(send: (form: FormData) => Promise<void>) {
  const [refused, setRefused] = useState<Error>();
  const waits = useWait(refused);
  const [isBusy, setBusy] = useState(false);

  async function attempt(form: FormData) {
    setBusy(true);
    try {
      await send(form);
      setRefused(undefined);
    } catch (error) {
      setRefused(error as Error);
    } finally {
      setBusy(false);
    }
  }
  return {
    refused,
    /** The button is disabled. */
    isBlocked: isBusy || waits > 0,
    /** Returns the label of the button. */
    labelOf: (label: string) => (waits > 0 ? againIn(waits) : label),
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void attempt(new FormData(event.currentTarget));
    },
  };
}

import { useState, type FormEvent } from 'react';
import { againIn, useWait } from './use-wait.ts';

/**
 * A form that is sent: why it was refused, and the seconds until it may be sent again, counted down. Its fields are the browser's own, so that
 * what was typed stays whatever happens.
 */
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
    /** The button cannot be pressed now. */
    isBlocked: isBusy || waits > 0,
    /** What stands on the button. */
    labelOf: (label: string) => (waits > 0 ? againIn(waits) : label),
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void attempt(new FormData(event.currentTarget));
    },
  };
}

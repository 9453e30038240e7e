import { useToast } from './toast.tsx';

/** Copies a text, and says so. On a page without a clipboard, on plain http, the text is shown to be copied by hand. */
export function useCopy(): (text: string, said: string) => void {
  const say = useToast();
  return (text, said) =>
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => say(said),
      () => say(`This page may not write to the clipboard: ${text}`),
    );
}

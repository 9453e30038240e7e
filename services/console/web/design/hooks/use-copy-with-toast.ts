import { copyText } from '../copy-text.ts';
import { useToast } from '../floating/toast.tsx';

/** Copies a text, and says so in a toast. Where that is impossible, the text is shown to be copied by hand. */
export function useCopyWithToast(): (text: string, said: string) => void {
  const say = useToast();
  return (text, said) =>
    void copyText(text).then(
      () => say(said),
      () => say(`Can’t access the clipboard. Copy this: ${text}`),
    );
}

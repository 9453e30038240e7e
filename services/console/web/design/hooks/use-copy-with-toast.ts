import { copyText } from '../copy-text.ts';
import { useToast } from '../floating/toast.tsx';

/** Copies a text and confirms it in a toast. Without a clipboard, the toast shows the text. */
export function useCopyWithToast(): (text: string, said: string) => void {
  const say = useToast();
  return (text, said) =>
    void copyText(text).then(
      () => say(said),
      () => say(`Can’t access the clipboard. Copy this: ${text}`),
    );
}

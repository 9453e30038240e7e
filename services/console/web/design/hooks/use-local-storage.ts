import { useState } from 'react';

/** Keeps a text in the local storage until it is emptied. */
export function useLocalStorage(name: string): [string, (text: string) => void] {
  const key = `bunting.kept:${name}`;
  const [text, setText] = useState(() => read(key));
  return [
    text,
    (next) => {
      setText(next);
      try {
        if (next === '') localStorage.removeItem(key);
        else localStorage.setItem(key, next);
      } catch {
        // Without storage the text lasts as long as the page.
      }
    },
  ];
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

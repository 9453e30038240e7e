import { useState } from 'react';

/** A text that stays in this browser until it is emptied: what was pasted is sent to be counted, and stored nowhere else. */
export function useKept(name: string): [string, (text: string) => void] {
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
        // Without storage it lives as long as the page.
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

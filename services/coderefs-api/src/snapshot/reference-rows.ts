import { createCopyRows } from '@bunting/database/copy';
import type { Reference } from './snapshot.ts';

/** Content for `copyReceived`, made as the references arrive. */
export interface ReferenceRows {
  add(reference: Reference): void;
  /** Returns the bytes added since the last call. */
  take(): Buffer;
  end(): Buffer;
}

const columns = 4;
/** None: a body may begin its list a million times, and what is added makes room for itself. */
const expectedBytes = 0;

export function createReferenceRows(): ReferenceRows {
  const rows = createCopyRows(columns, expectedBytes);
  return {
    add({ key, file, lineNumber, snippet }) {
      rows.begin(key.length + file.length + (snippet?.length ?? 0));
      rows.text(key);
      rows.text(file);
      rows.integer(lineNumber);
      rows.text(snippet);
    },
    take: () => rows.take(),
    end: () => rows.end(),
  };
}

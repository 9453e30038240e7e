/** CodeMirror for JSON, in shadow roots, whose constructed style sheets the Content Security Policy allows. Loaded on demand. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, ensureSyntaxTree, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--v1)' },
  { tag: tags.string, color: 'var(--v5)' },
  { tag: tags.number, color: 'var(--v2)' },
  { tag: [tags.bool, tags.null], color: 'var(--v4)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '12.5px', maxHeight: '60vh' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--soft)', border: '0' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--edge)' },
  // The font has no glyph for a fold.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"" !important' },
  '.cm-collapsedLines': { background: 'var(--sunk)', color: 'var(--soft)', padding: '2px 10px' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedLine, &:not(.cm-merge-a) .cm-changedLine': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-changedText, .cm-deletedText': {
    background: 'none !important',
    textDecoration: 'underline 1px var(--edge)',
    textUnderlineOffset: '3px',
  },
  // The background marks lines that are new as a whole.
  '.cm-changedText:only-child, .cm-deletedText:only-child': { textDecoration: 'none' },
});

const shared: Extension = [json(), syntaxHighlighting(colours), lineNumbers(), look];
const readOnly: Extension = [EditorState.readOnly.of(true), EditorView.lineWrapping];
const labelled = (label: string) => EditorView.contentAttributes.of({ 'aria-label': label });

function rootOf(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  return root;
}

/** Finds the first syntax error. Not all browsers report the position of an error. */
function syntaxProblems(state: EditorState): Diagnostic[] {
  const text = state.doc.toString();
  if (isJson(text)) return [];
  let from: number | undefined;
  ensureSyntaxTree(state, text.length, 500)?.iterate({
    enter({ type, from: at }) {
      if (type.isError) from ??= at;
    },
  });
  if (from === undefined) return [];
  const token = /^[\w.+-]+|^./.exec(text.slice(from).trimStart())?.[0];
  const message = token === undefined ? 'Unexpected end of input' : `Unexpected ${token.slice(0, 40)}`;
  return [{ from, to: Math.min(from + (token?.length ?? 0), text.length), severity: 'error', message }];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export interface LineProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** Mounts an editor for JSON. Tab leaves it, as it leaves every field. Returns functions that update and remove it. */
export function mountEditor(
  host: HTMLElement,
  options: {
    readonly text: string;
    readonly label: string;
    /** Returns the problem of a text that is valid JSON. */
    readonly check: (text: string) => string | undefined;
    readonly onChange: (text: string) => void;
    readonly onProblems: (problems: readonly LineProblem[]) => void;
  },
): { setText(text: string): void; destroy(): void } {
  const root = rootOf(host);
  const problemsOf = (view: EditorView): Diagnostic[] => {
    const found = syntaxProblems(view.state);
    const text = view.state.doc.toString();
    const message = found.length === 0 ? options.check(text) : undefined;
    if (message !== undefined) found.push({ from: 0, to: text.length, severity: 'error', message });
    const lineOf = ({ from }: Diagnostic) => view.state.doc.lineAt(from).number;
    options.onProblems(found.map((each) => ({ line: lineOf(each), message: each.message })));
    return found;
  };
  const view = new EditorView({
    root,
    parent: root,
    doc: options.text,
    extensions: [
      shared,
      history(),
      bracketMatching(),
      lintGutter(),
      linter(problemsOf, { delay: 150 }),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      labelled(options.label),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) options.onChange(state.doc.toString());
      }),
    ],
  });
  view.focus();
  return {
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    destroy: () => view.destroy(),
  };
}

/**
 * Mounts a difference of two JSON texts, folded where they are equal; side by side, or unified on a narrow page. Returns the function that
 * removes it.
 */
export function mountDifference(
  host: HTMLElement,
  { before, after }: { readonly before: string; readonly after: string },
): () => void {
  const root = rootOf(host);
  const collapseUnchanged = { margin: 2, minSize: 4 };
  if (host.clientWidth < 640) {
    const merged = unifiedMergeView({ original: before, collapseUnchanged, mergeControls: false });
    const extensions = [shared, readOnly, labelled('Before and after'), merged];
    const view = new EditorView({ root, parent: root, doc: after, extensions });
    return () => view.destroy();
  }
  const side = (doc: string, label: string) => ({ doc, extensions: [shared, readOnly, labelled(label)] });
  const view = new MergeView({
    root,
    parent: root,
    a: side(before, 'Before'),
    b: side(after, 'After'),
    collapseUnchanged,
    gutter: true,
  });
  return () => view.destroy();
}

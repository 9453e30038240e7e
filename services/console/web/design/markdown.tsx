import type { ReactNode } from 'react';
import kit from './kit.module.css';
import { Snippet } from './snippet.tsx';

/** A token of Markdown, as the build parses it with marked; only the types that our documents use. */
export type Token =
  | { readonly type: 'space' }
  | { readonly type: 'heading'; readonly depth: number; readonly text: string; readonly tokens: Tokens }
  | { readonly type: 'paragraph' | 'strong' | 'em'; readonly tokens: Tokens }
  | { readonly type: 'text'; readonly text: string; readonly tokens?: Tokens }
  | { readonly type: 'codespan'; readonly text: string }
  | { readonly type: 'code'; readonly text: string; readonly lang?: string }
  | { readonly type: 'link'; readonly href: string; readonly tokens: Tokens }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly items: readonly { readonly tokens: Tokens }[];
    }
  | { readonly type: 'table'; readonly header: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };
export type Tokens = readonly Token[];

interface Cell {
  readonly tokens: Tokens;
}

/** Renders one of our documents. Relative links are shown as text. */
export function Markdown({ tokens }: { tokens: Tokens }) {
  let heading = '';
  return tokens.map((token, index) => {
    if (token.type === 'heading') heading = token.text;
    // Documents are static, so the index is a stable key.
    return <Element key={index} token={token} label={heading} />;
  });
}

/** Renders a token. `label`, the nearest heading, names elements that scroll. */
function Element({ token, label }: { token: Token; label: string }): ReactNode {
  const inner = (tokens: Tokens) =>
    tokens.map((each, index) => <Element key={index} token={each} label={label} />);
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return token.depth === 2 ? <h2>{inner(token.tokens)}</h2> : <h3>{inner(token.tokens)}</h3>;
    case 'paragraph':
      return <p>{inner(token.tokens)}</p>;
    case 'strong':
      return <b>{inner(token.tokens)}</b>;
    case 'em':
      return <em>{inner(token.tokens)}</em>;
    case 'text':
      return token.tokens ? inner(token.tokens) : token.text;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return <Snippet label={label} code={token.text} />;
    case 'link':
      return token.href.startsWith('https:') ? (
        <a href={token.href} target="_blank" rel="noreferrer">
          {inner(token.tokens)}
        </a>
      ) : (
        inner(token.tokens)
      );
    case 'list': {
      const items = token.items.map((item, index) => <li key={index}>{inner(item.tokens)}</li>);
      return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        <div className={`${kit.card} ${kit.scroll}`} tabIndex={0} role="group" aria-label={label}>
          <table className={kit.table}>
            <thead>
              <tr>
                {token.header.map((cell, index) => (
                  <th key={index} scope="col">
                    {inner(cell.tokens)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {token.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>{inner(cell.tokens)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

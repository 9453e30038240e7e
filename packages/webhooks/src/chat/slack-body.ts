import { describeHidden, maxShown, toLine, type ChatMessage } from './chat-message.ts';

/** Slack's limit of a block's text. */
const maxText = 3_000;
/** Escaped characters of each part, so that together they leave room for lines. */
const maxEscaped = { title: 700, comment: 900, line: 400, scope: 700 };

/**
 * Returns the request body for a Slack incoming webhook. `text` is what notifications and screen readers have; the blocks are shown.
 * `verbatim` keeps Slack from turning addresses and names in the texts of users into links and mentions.
 */
export function toSlackBody(message: ChatMessage): string {
  const text = textOf(message);
  const scope = escape(toLine(message.scope, maxShown.scope), maxEscaped.scope);
  const link = message.url === undefined ? '' : ` · <${escape(message.url)}|Open in Bunting>`;
  return JSON.stringify({
    text,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: `${scope}${link}`, verbatim: true }] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  });
}

function textOf({ title, lines, comment }: ChatMessage): string {
  const head = `*${escape(toLine(title, maxShown.title), maxEscaped.title)}*`;
  const tail =
    comment === undefined ? '' : `\n> ${escape(toLine(comment, maxShown.comment), maxEscaped.comment)}`;
  const room = maxText - head.length - tail.length - `\n${describeHidden(lines.length)}`.length;
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(0, maxShown.lines)) {
    const next = `\n• ${escape(toLine(line, maxShown.line), maxEscaped.line)}`;
    if (length + next.length > room) break;
    shown.push(next);
    length += next.length;
  }
  const hidden = lines.length - shown.length;
  return [head, ...shown, hidden > 0 ? `\n${describeHidden(hidden)}` : '', tail].join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes what Slack reads as control sequences, such as `<!channel>` and `<https://…|label>`, and separates the @ from the words that
 * mention everybody where mentions are linked. Returns at most `max` characters, and cuts no entity.
 */
function escape(text: string, max = Number.POSITIVE_INFINITY): string {
  let escaped = '';
  for (const character of text.replaceAll(/@(?=(?:channel|group|here|everyone)\b)/gi, '@\u200B')) {
    const next = entities[character] ?? character;
    if (escaped.length + next.length >= max) return `${escaped}…`;
    escaped += next;
  }
  return escaped;
}

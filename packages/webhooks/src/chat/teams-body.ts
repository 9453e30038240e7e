import { describeHidden, maxShown, toLine, type ChatMessage } from './chat-message.ts';

/**
 * Returns the request body for a Teams workflow that starts when a webhook request is received: a message with one Adaptive Card. Its texts
 * are `TextRun`s, in which Teams reads no Markdown, so that texts of users are shown as they are. Mentions need entities of the card, which
 * has none. Teams takes 28 KB: the bounds of a message keep it below.
 */
export function toTeamsBody({ title, lines, comment, scope, url }: ChatMessage): string {
  const shown = lines.slice(0, maxShown.lines).map((line) => toBlock(`• ${toLine(line, maxShown.line)}`));
  const hidden = lines.length - shown.length;
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2', // the first with TextRun
    body: [
      toBlock(toLine(title, maxShown.title), { weight: 'Bolder' }),
      ...shown,
      ...(hidden > 0 ? [toBlock(describeHidden(hidden))] : []),
      ...(comment === undefined ? [] : [toBlock(toLine(comment, maxShown.comment), { italic: true })]),
      toBlock(toLine(scope, maxShown.scope), { isSubtle: true, size: 'Small' }),
    ],
    ...(url !== undefined && { actions: [{ type: 'Action.OpenUrl', title: 'Open in Bunting', url }] }),
    msteams: { width: 'Full' },
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType, contentUrl: null, content: card }],
  });
}

function toBlock(text: string, style: object = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...style }] };
}

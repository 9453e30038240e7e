import { describe, expect, it } from '@jest/globals';
import type { ChatMessage } from './chat-message.ts';
import { toSlackBody } from './slack-body.ts';
import { toTeamsBody } from './teams-body.ts';

const message = (parts: Partial<ChatMessage> = {}): ChatMessage => ({
  title: 'ada@acme.example changed the targeting of Checkout in production',
  lines: ['targeting: off → on'],
  comment: 'SHOP-1412',
  scope: 'acme / web',
  url: 'https://flags.acme.example/o/acme/p/web/features/checkout/env/production',
  ...parts,
});

interface Slack {
  readonly text: string;
  readonly blocks: readonly [
    { readonly text: { readonly text: string } },
    { readonly elements: readonly [{ readonly text: string }] },
  ];
}

const slackOf = (parts: Partial<ChatMessage> = {}) => JSON.parse(toSlackBody(message(parts))) as Slack;

/** Returns the body, its card, and the texts of the card. */
function cardOf(parts: Partial<ChatMessage> = {}) {
  const body = toTeamsBody(message(parts));
  const { attachments } = JSON.parse(body) as {
    attachments: [{ content: { body: Block[]; actions?: object[] } }];
  };
  const { content } = attachments[0];
  return {
    body,
    content,
    texts: content.body.map(({ inlines: [run] }) => run.text),
  };
}

interface Block {
  readonly type: string;
  readonly inlines: readonly [{ readonly type: string; readonly text: string }];
}

/** Texts that users may write anywhere, and what Slack must not read in them. */
const hostile: [what: string, text: string][] = [
  ['a mention of the channel', '<!channel>'],
  ['a mention of a user', '<@U024BE7LH|bob>'],
  ['a mention of a group', '<!subteam^S123>'],
  ['a link to a channel', '<#C024BE7LR|general>'],
  ['a link with another label', '<https://evil.example|Open in Bunting>'],
  ['escaped markup', '&lt;!channel&gt;'],
  ['a bare word', '@channel @here @Everyone @group'],
  ['a Markdown link', '[Open in Bunting](https://evil.example)'],
  ['a mention in Teams', '<at>Everyone</at>'],
  ['a bare address', 'https://evil.example'],
  ['line feeds that imitate other lines', 'a\n• targeting: on → off\r\u2028> ok'],
  ['marks that change the direction of text', 'abc\u202Edcba\u2066'],
  ['half a character and zero', 'half \uD83C, nothing \u0000'],
];
const parts = ['title', 'lines', 'comment', 'scope'] as const;
const within = (part: (typeof parts)[number], text: string) =>
  part === 'lines' ? { lines: [text] } : { [part]: text };

describe('the body for Slack', () => {
  it('has a text, the same text as a block, and a link', () => {
    const text =
      '*ada@acme.example changed the targeting of Checkout in production*\n• targeting: off → on\n> SHOP-1412';
    expect(slackOf()).toEqual({
      text,
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } },
        {
          type: 'context',
          elements: [
            {
              type: 'mrkdwn',
              text: 'acme / web · <https://flags.acme.example/o/acme/p/web/features/checkout/env/production|Open in Bunting>',
              verbatim: true,
            },
          ],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('has no link without an address', () => {
    expect(slackOf({ url: undefined }).blocks[1].elements[0].text).toBe('acme / web');
  });

  describe.each(hostile)('is not fooled by %s', (_, text) => {
    it.each(parts)('in %s', (part) => {
      const { text: shown, blocks } = slackOf({ ...within(part, text), url: undefined });
      for (const each of [shown, blocks[0].text.text, blocks[1].elements[0].text]) {
        // The only control sequences are Bunting's own: the mark of a quotation at the beginning of a line.
        expect(each.replace(/\n> [^\n]*$/, (quoted) => quoted.slice(3))).not.toMatch(/[<>]/);
        expect(each).not.toMatch(/&(?!(amp|lt|gt);)/);
        expect(each).not.toMatch(/@(channel|here|everyone|group)\b/i);
        expect(each).not.toMatch(/[\r\0\u2028\u202A-\u202E\u2066-\u2069]/);
      }
      expect(shown.split('\n').length).toBeLessThanOrEqual(3);
    });
  });

  it.each([
    ['letters', 'x'],
    ['what is escaped', '&'],
    ['characters of two units', '🎌'],
  ])('keeps below 3,000 characters, whatever it is made of: %s', (_, character) => {
    const long = character.repeat(5_000);
    const { text, blocks } = slackOf({
      title: long,
      comment: long,
      scope: long,
      lines: Array.from({ length: 10_000 }, () => long),
    });
    expect(text.length).toBeLessThanOrEqual(3_000);
    expect(blocks[1].elements[0].text.length).toBeLessThanOrEqual(3_000);
    const shown = text.split('\n• ').length - 1;
    expect(shown).toBeGreaterThan(0);
    expect(text).toContain(`\n… and ${10_000 - shown} more\n> `);
    expect(text).not.toMatch(/&(?!(amp|lt|gt);)/);
  });

  it('shows twenty lines, and says how many more there are', () => {
    const lines = Array.from({ length: 25 }, (_, n) => `line ${n}`);
    expect(slackOf({ lines, comment: undefined }).text).toMatch(/\n• line 19\n… and 5 more$/);
    expect(slackOf({ lines: lines.slice(0, 20), comment: undefined }).text).toMatch(/\n• line 19$/);
  });
});

describe('the body for Teams', () => {
  it('is a message with an Adaptive Card', () => {
    expect(JSON.parse(toTeamsBody(message({ comment: undefined })))).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.2',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: message().title, weight: 'Bolder' }],
              },
              { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: '• targeting: off → on' }] },
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: 'acme / web', isSubtle: true, size: 'Small' }],
              },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open in Bunting', url: message().url }],
            msteams: { width: 'Full' },
          },
        },
      ],
    });
  });

  it('has no link without an address', () => {
    expect(cardOf({ url: undefined }).content.actions).toBeUndefined();
  });

  describe.each(hostile)('is not fooled by %s', (_, text) => {
    it.each(parts)('in %s', (part) => {
      const { body, content, texts } = cardOf(within(part, text));
      // Teams reads Markdown in TextBlocks and facts, mentions in entities, and addresses in actions alone.
      for (const { type, inlines } of content.body) {
        expect([type, inlines.map((run) => run.type)]).toEqual(['RichTextBlock', ['TextRun']]);
      }
      expect(content.actions).toEqual([
        { type: 'Action.OpenUrl', title: 'Open in Bunting', url: message().url },
      ]);
      expect(body).not.toContain('entities');
      expect(texts.join('')).not.toMatch(/[\r\n\0\u2028\u202A-\u202E\u2066-\u2069]/);
    });
  });

  it.each([
    ['letters', 'x'],
    ['what JSON escapes', '"'],
    ['characters of four bytes', '🎌'],
    ['characters of three bytes', '→'],
  ])('keeps below 28 KB, whatever it is made of: %s', (_, character) => {
    const long = character.repeat(5_000);
    const lines = Array.from({ length: 10_000 }, () => long);
    const { body, texts } = cardOf({
      title: long,
      comment: long,
      scope: long,
      lines,
      url: `https://${'u'.repeat(2_000)}`,
    });
    expect(Buffer.byteLength(body)).toBeLessThan(28_000);
    expect(texts).toContain('… and 9980 more');
  });
});

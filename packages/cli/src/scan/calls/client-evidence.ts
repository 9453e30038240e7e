import { clientWords, type CallPattern } from '../languages/language.ts';

const anyClient = new RegExp(
  Object.values(clientWords)
    .map((word) => word.source)
    .join('|'),
  'i',
);
const receiverOfFlags = new RegExp(
  `client|flag|feature|toggle|experiment|variation|bunting|^ld$|^gb$|^growth$|^snapshot$|${anyClient.source}`,
  'i',
);
const importsFlags =
  /^.{0,200}\b(?:import|require|require_once|require_relative|use|using|from|include)\b.{0,200}(?:flag|feature|toggle)/im;

/** Which flag clients a file mentions. The text is searched when a pattern asks for it. */
export interface FileEvidence {
  mentions(client: CallPattern['client']): boolean;
  /** Whether the file mentions any client, or imports something with "flag", "feature" or "toggle" in its name. */
  isAboutFlags(): boolean;
}

export function createFileEvidence(text: string): FileEvidence {
  const mentioned = new Map<string, boolean>();
  let aboutFlags: boolean | undefined;
  return {
    mentions(client) {
      let answer = mentioned.get(client);
      if (answer === undefined) mentioned.set(client, (answer = clientWords[client].test(text)));
      return answer;
    },
    isAboutFlags: () => (aboutFlags ??= anyClient.test(text) || importsFlags.test(text)),
  };
}

/** Whether the receiver of a call or the file shows what the pattern needs, so that the call is one of this client. */
export function matchesEvidence(
  pattern: CallPattern,
  receiver: string | undefined,
  evidence: FileEvidence,
): boolean {
  if (pattern.needs === undefined) return true;
  if (pattern.needs === 'client')
    return (
      (receiver !== undefined && clientWords[pattern.client].test(receiver)) ||
      evidence.mentions(pattern.client)
    );
  return (receiver !== undefined && receiverOfFlags.test(receiver)) || evidence.isAboutFlags();
}

/** The name of the object a method is called on: `this.flags.` → flags, `getClient().` → getClient; undefined for a function. */
export function receiverBefore(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - 200), start);
  const joint = /(?:\?\.|!\.|\.|->|::)\s*$/.exec(before);
  if (joint === null) return undefined;
  let left = before.slice(0, joint.index).trimEnd();
  for (let closings = 0; closings < 3 && /[)\]]$/.test(left); closings++)
    left = left.slice(0, openingOf(left)).trimEnd();
  return /([A-Za-z_$@][\w$]*)[?!]*$/.exec(left)?.[1] ?? '';
}

function openingOf(text: string): number {
  let depth = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    if (')]'.includes(text[i] as string)) depth++;
    else if ('(['.includes(text[i] as string) && --depth === 0) return i;
  }
  return 0;
}

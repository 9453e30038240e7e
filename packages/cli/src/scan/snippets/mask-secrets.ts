const mask = '***';

/** Forms that only secrets have. They are one expression, so that a line is searched once for all of them. */
const forms = anyOf([
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b|\bgithub_pat_\w{20,}\b/g,
  /\bgl(?:pat|ptt|rt|dt|cbt|ft|soat|agent|imt)-[\w-]{16,}/g,
  /\bxox[a-z](?:-[A-Za-z0-9]+)+|\bxapp-[\w-]{10,}/g,
  /\bhttps:\/\/hooks\.slack\.com\/services\/[\w/]+/g,
  /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g,
  /\b(?:rpa|whsec)_[\w-]{6,}/g,
  /\b[sprk]{2}_(?:live|test)_[A-Za-z0-9]{10,}\b/g,
  /\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{30,}\b|\bpypi-[\w-]{30,}/g,
  /\b(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f-]{27}\b/g,
  /\b(?:phc|phx|phs)_\w{20,}\b|\bsk-(?:\w+-)*\w{20,}\b|\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  // Environment API keys of Bunting are UUIDs.
  /\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b/g,
]);

const bearer = /\b(bearer|basic|token)(\s+)(?=[\w.~+/=-]*\d)[\w.~+/-]{8,}=*/gi;
const credentialsInUrl = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"]*:)[^\s/@'"]+(?=@)/gi;
const assigned =
  /((?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth[_-]?token|token|pwd)["'\]]*\s*(?::=|=>|==?|:|,)\s*[rbuf@$]{0,2})(["'`])(?:\\.|(?!\2)[^\\])+(\2|$)/gi;
const assignedBare =
  /((?:^|[\s;])(?:export\s+)?[A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY)[A-Z0-9_]*=)(?!["'`$<{])[^\s;&|]{4,}/g;
const longWord = /[A-Za-z0-9+/_=-]{24,}/g;

/** Replaces the parts of a line that look like secrets. */
export function maskSecrets(line: string): string {
  return line
    .replace(forms, mask)
    .replace(credentialsInUrl, `$1${mask}`)
    .replace(bearer, `$1$2${mask}`)
    .replace(assigned, `$1$2${mask}$3`)
    .replace(assignedBare, `$1${mask}`)
    .replace(longWord, (word) => (looksRandom(word) ? mask : word));
}

function anyOf(expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => source).join('|'), 'g');
}

/**
 * Returns whether a word is longer hexadecimal, or mixes letters and digits with more entropy than names and paths
 * have.
 */
function looksRandom(word: string): boolean {
  // A prefix can stand before it: dop_v1_0a1b…
  const [hexadecimal] = /(?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])/i.exec(word) ?? [];
  if (hexadecimal !== undefined && /\d/.test(hexadecimal) && /[a-f]/i.test(hexadecimal)) return true;
  const digits = word.match(/\d/g)?.length ?? 0;
  if (digits === 0 || !/[a-z]/.test(word) || !/[A-Z]/.test(word)) return false;
  // Secrets of AWS have 40 characters with few digits among them.
  return word.length === 40 ? entropyOf(word) > 4.3 : digits >= 3 && entropyOf(word) > 4;
}

/** Returns the Shannon entropy in bits per character. */
function entropyOf(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / word.length) * Math.log2(count / word.length);
  return bits;
}

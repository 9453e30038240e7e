/**
 * The reasons for which no answer came, as sentences for members of the endpoint's organisation. Nobody outside knows the codes of libraries and
 * operating systems, so none is passed on: a kind of failure that has no sentence of its own gets that of its group.
 */

/** A failure of the sender itself, with its sentence. */
export class SendFailure extends Error {}

const unreachable = "Can't reach the receiver: no route to its address.";
const tookTooLong = "Can't reach the receiver: connecting timed out.";
const broken = 'The receiver closed the connection before completing its response.';
const notHttp = "The receiver's response isn't HTTP/1.1.";
const noTls = 'The TLS handshake with the receiver failed.';
const badCertificate = "The receiver's certificate is invalid.";
const unknownIssuer =
  "The receiver's certificate isn't signed by a trusted authority, or an intermediate certificate is missing.";
const busy = "The connection couldn't be opened, because this machine has too many open.";

const ofConnections: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection: nothing listens on this address and port.',
  ECONNRESET: broken,
  ECONNABORTED: broken,
  EPIPE: broken,
  ETIMEDOUT: tookTooLong,
  EHOSTUNREACH: unreachable,
  EHOSTDOWN: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  EAFNOSUPPORT: unreachable,
  EACCES: 'A firewall blocks the connection.',
  EPERM: 'A firewall blocks the connection.',
  EMFILE: busy,
  ENFILE: busy,
  ENOBUFS: busy,
  HPE_HEADER_OVERFLOW: 'The response headers are longer than 16 KiB.',
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  CERT_NOT_YET_VALID: "The receiver's certificate isn't valid yet.",
  CERT_REVOKED: "The receiver's certificate was revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  CERT_UNTRUSTED: unknownIssuer,
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another host name.",
  HOSTNAME_MISMATCH: "The receiver's certificate is for another host name.",
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: "The receiver doesn't use TLS on this port.",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "The receiver doesn't use TLS on this port.",
  ERR_SSL_HTTP_REQUEST: "The receiver doesn't use TLS on this port.",
  ERR_SSL_UNSUPPORTED_PROTOCOL: "The receiver doesn't support TLS 1.2 or later.",
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: "The receiver doesn't support TLS 1.2 or later.",
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    "The receiver requires a client certificate, which webhooks don't have.",
  // Codes of undici, the sender of earlier releases, in stored attempts.
  UND_ERR_CONNECT_TIMEOUT: tookTooLong,
  UND_ERR_SOCKET: broken,
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are longer than 16 KiB.',
  UND_ERR_HEADERS_TIMEOUT: tookTooLong,
  UND_ERR_BODY_TIMEOUT: broken,
};

/** By the beginning of a code, in this order. */
const groups: readonly (readonly [start: string, sentence: string])[] = [
  ['HPE_', notHttp],
  ['ERR_SSL_', noTls],
  ['ERR_TLS_', noTls],
  ['CERT_', badCertificate],
  ['UNABLE_TO_', badCertificate],
  ['ERROR_IN_CERT', badCertificate],
  ['INVALID_', badCertificate],
  ['PATH_LENGTH_', badCertificate],
  ['CRL_', badCertificate],
];

const connectionFailed = 'The connection to the receiver failed.';

/** Returns the sentence for an error of a connection, a handshake or an answer. */
export function describeFailure(error: unknown): string {
  if (error instanceof SendFailure) return error.message;
  // If several addresses were tried, the first failure is reported.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return sentenceOf((first as { code?: unknown } | undefined)?.code);
}

function sentenceOf(code: unknown): string {
  if (typeof code !== 'string') return connectionFailed;
  return ofConnections[code] ?? groups.find(([start]) => code.startsWith(start))?.[1] ?? connectionFailed;
}

const ofNames: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name does not exist',
  NOTFOUND: 'the name does not exist',
  ENODATA: 'the name has no address',
  EBADNAME: "it isn't a valid DNS name",
  EAI_AGAIN: 'its name servers timed out',
  ETIMEOUT: 'its name servers timed out',
  ESERVFAIL: 'its name servers reported a failure',
  EREFUSED: 'its name servers refused to answer',
  ECONNREFUSED: "this installation's name server can't be reached",
};

/** Returns the reason, as a predicate of a URL, why the addresses of its host were not found. */
export function describeUnresolved(host: string, error: unknown): string {
  return unresolved(host, (error as { code?: unknown } | undefined)?.code);
}

function unresolved(host: string, code: unknown): string {
  return `can't be resolved (${host}: ${(typeof code === 'string' ? ofNames[code] : undefined) ?? 'its name servers gave no usable answer'})`;
}

const storedConnection = /^The connection failed: (\w+)\.$/;
const storedName = /^(\S+) cannot be resolved: ([A-Z_]+|unknown reason)\.$/;

/** Returns the sentence for a stored one, in which releases before this one wrote codes. */
export function withoutCode(stored: string): string {
  const connection = storedConnection.exec(stored);
  if (connection !== null) return sentenceOf(connection[1]);
  const name = storedName.exec(stored);
  return name === null ? stored : `The URL ${unresolved(name[1]!, name[2])}.`;
}

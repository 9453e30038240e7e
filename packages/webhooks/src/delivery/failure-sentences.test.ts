import { describe, expect, it } from '@jest/globals';
import { describeFailure, describeUnresolved, SendFailure, withoutCode } from './failure-sentences.ts';

const failure = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code });

const route = "Can't reach the receiver: no route to its address.";
const broken = 'The receiver closed the connection before completing its response.';
const issuer =
  "The receiver's certificate isn't signed by a trusted authority, or an intermediate certificate is missing.";
const noTls = "The receiver doesn't use TLS on this port.";

describe('the sentence of a failure', () => {
  it.each([
    ['ECONNREFUSED', 'The receiver refused the connection: nothing listens on this address and port.'],
    ['ECONNRESET', broken],
    ['EPIPE', broken],
    ['UND_ERR_SOCKET', broken],
    ['ETIMEDOUT', "Can't reach the receiver: connecting timed out."],
    ['UND_ERR_CONNECT_TIMEOUT', "Can't reach the receiver: connecting timed out."],
    ['EHOSTUNREACH', route],
    ['ENETUNREACH', route],
    ['EADDRNOTAVAIL', route],
    ['EACCES', 'A firewall blocks the connection.'],
    ['EPERM', 'A firewall blocks the connection.'],
    ['EMFILE', "The connection couldn't be opened, because this machine has too many open."],
    ['HPE_HEADER_OVERFLOW', 'The response headers are longer than 16 KiB.'],
    ['HPE_INVALID_CONSTANT', "The receiver's response isn't HTTP/1.1."],
    ['HPE_INVALID_CONTENT_LENGTH', "The receiver's response isn't HTTP/1.1."],
    ['CERT_HAS_EXPIRED', "The receiver's certificate has expired."],
    ['CERT_NOT_YET_VALID', "The receiver's certificate isn't valid yet."],
    ['CERT_REVOKED', "The receiver's certificate was revoked."],
    ['CERT_SIGNATURE_FAILURE', "The receiver's certificate is invalid."],
    ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', "The receiver's certificate is invalid."],
    ['INVALID_PURPOSE', "The receiver's certificate is invalid."],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', "The receiver's certificate is self-signed."],
    ['SELF_SIGNED_CERT_IN_CHAIN', issuer],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', issuer],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', issuer],
    ['ERR_TLS_CERT_ALTNAME_INVALID', "The receiver's certificate is for another host name."],
    ['ERR_SSL_WRONG_VERSION_NUMBER', noTls],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', "The receiver doesn't support TLS 1.2 or later."],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'The TLS handshake with the receiver failed.'],
    ['EPROTO', 'The TLS handshake with the receiver failed.'],
    ['ESOMETHINGNEW', 'The connection to the receiver failed.'],
  ])('%s', (code, sentence) => {
    expect(describeFailure(failure(code))).toBe(sentence);
    expect(withoutCode(`The connection failed: ${code}.`)).toBe(sentence);
  });

  it('is that of the first address, where several were tried', () => {
    const tried = new AggregateError([failure('ENETUNREACH'), failure('ECONNREFUSED')]);
    expect(describeFailure(tried)).toBe(route);
  });

  it('exists for what is no error of the system', () => {
    for (const thrown of [new TypeError('x'), undefined, 'x', new AggregateError([])]) {
      expect(describeFailure(thrown)).toBe('The connection to the receiver failed.');
    }
    expect(describeFailure(new SendFailure('A sentence.'))).toBe('A sentence.');
  });

  it.each([
    ['ENOTFOUND', 'the name does not exist'],
    ['ENODATA', 'the name has no address'],
    ['ETIMEOUT', 'its name servers timed out'],
    ['EAI_AGAIN', 'its name servers timed out'],
    ['ESERVFAIL', 'its name servers reported a failure'],
    ['EREFUSED', 'its name servers refused to answer'],
    ['ECONNREFUSED', "this installation's name server can't be reached"],
    ['EBADNAME', "it isn't a valid DNS name"],
    ['EBADRESP', 'its name servers gave no usable answer'],
  ])('of a name: %s', (code, reason) => {
    const predicate = `can't be resolved (hooks.example.com: ${reason})`;
    expect(describeUnresolved('hooks.example.com', failure(code))).toBe(predicate);
    expect(withoutCode(`hooks.example.com cannot be resolved: ${code}.`)).toBe(`The URL ${predicate}.`);
    expect(withoutCode(`The URL ${predicate}.`)).toBe(`The URL ${predicate}.`);
  });

  it.each([
    'The receiver responded with 500.',
    'It is not a valid URL.',
    'The connection failed: it was cut.',
  ])('is kept where it has no code: %s', (sentence) => expect(withoutCode(sentence)).toBe(sentence));
});

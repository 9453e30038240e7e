import { describe, expect, it } from '@jest/globals';
import { describeFailure, describeUnresolved, SendFailure, withoutCode } from './failure-sentences.ts';

const failure = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code });

const route = 'The receiver cannot be reached: there is no route to its address.';
const broken = 'The receiver closed the connection before its answer was complete.';
const issuer =
  'The certificate of the receiver is not signed by an authority that is trusted here, or an intermediate certificate is missing.';
const noTls = 'The receiver does not speak TLS at this port.';

describe('the sentence of a failure', () => {
  it.each([
    ['ECONNREFUSED', 'The receiver refused the connection: nothing listens at this address and port.'],
    ['ECONNRESET', broken],
    ['EPIPE', broken],
    ['UND_ERR_SOCKET', broken],
    ['ETIMEDOUT', 'The receiver cannot be reached: it did not accept the connection in time.'],
    ['UND_ERR_CONNECT_TIMEOUT', 'The receiver cannot be reached: it did not accept the connection in time.'],
    ['EHOSTUNREACH', route],
    ['ENETUNREACH', route],
    ['EADDRNOTAVAIL', route],
    ['EACCES', 'A firewall does not let the connection pass.'],
    ['EPERM', 'A firewall does not let the connection pass.'],
    ['EMFILE', 'The connection could not be opened, because too many are open here.'],
    ['HPE_HEADER_OVERFLOW', 'The head of the answer is longer than 16 KiB.'],
    ['HPE_INVALID_CONSTANT', 'The answer of the receiver is not HTTP/1.1.'],
    ['HPE_INVALID_CONTENT_LENGTH', 'The answer of the receiver is not HTTP/1.1.'],
    ['CERT_HAS_EXPIRED', 'The certificate of the receiver has expired.'],
    ['CERT_NOT_YET_VALID', 'The certificate of the receiver is not valid yet.'],
    ['CERT_REVOKED', 'The certificate of the receiver was revoked.'],
    ['CERT_SIGNATURE_FAILURE', 'The certificate of the receiver is not valid.'],
    ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'The certificate of the receiver is not valid.'],
    ['INVALID_PURPOSE', 'The certificate of the receiver is not valid.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of the receiver is self-signed.'],
    ['SELF_SIGNED_CERT_IN_CHAIN', issuer],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', issuer],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', issuer],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of the receiver is for another name.'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', noTls],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'The receiver speaks no version of TLS from 1.2 on.'],
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
    ['ETIMEOUT', 'its name servers did not answer in time'],
    ['EAI_AGAIN', 'its name servers did not answer in time'],
    ['ESERVFAIL', 'its name servers report a failure'],
    ['EREFUSED', 'its name servers refuse to answer'],
    ['ECONNREFUSED', 'the name server of this installation cannot be reached'],
    ['EBADNAME', 'it is not a name of DNS'],
    ['EBADRESP', 'its name servers gave no usable answer'],
  ])('of a name: %s', (code, reason) => {
    const sentence = `hooks.example.com cannot be resolved: ${reason}.`;
    expect(describeUnresolved('hooks.example.com', failure(code))).toBe(sentence);
    expect(withoutCode(`hooks.example.com cannot be resolved: ${code}.`)).toBe(sentence);
    expect(withoutCode(sentence)).toBe(sentence);
  });

  it.each(['The receiver answered 500.', 'It is not a URL.', 'The connection failed: it was cut.'])(
    'is kept where it has no code: %s',
    (sentence) => expect(withoutCode(sentence)).toBe(sentence),
  );
});

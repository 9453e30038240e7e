/** Makes a certificate authority for tests, and certificates of servers. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';

/** A certificate authority. */
export interface TestAuthority {
  /** The authority's certificate, in PEM. */
  readonly certificate: string;
  /** Issues a server's certificate for DNS names and IP addresses. Certificate and key are in PEM. */
  issue(...names: readonly string[]): { readonly cert: string; readonly key: string };
}

/** The paths of PEM files. */
export interface TlsFiles {
  /** The authority's certificate. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate authority with a new key. */
export function createTestAuthority(): TestAuthority {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const subject = [{ name: 'commonName', value: 'Authority of the tests' }];
  const root = certify({
    subject,
    issuer: subject,
    publicKey: keys.publicKey,
    signWith: keys.privateKey,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  return {
    certificate: forge.pki.certificateToPem(root),
    issue(...names) {
      const own = forge.pki.rsa.generateKeyPair(2048);
      const altNames = names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name }));
      const certificate = certify({
        subject: [{ name: 'commonName', value: names[0]! }],
        issuer: subject,
        publicKey: own.publicKey,
        signWith: keys.privateKey,
        extensions: [{ name: 'subjectAltName', altNames }],
      });
      return {
        cert: forge.pki.certificateToPem(certificate),
        key: forge.pki.privateKeyToPem(own.privateKey),
      };
    },
  };
}

/** Writes a new certificate for `names` and its key into a new folder, which the caller removes. */
export async function writeTlsFiles(
  authority: TestAuthority,
  ...names: readonly string[]
): Promise<TlsFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-tls-'));
  const pem = { ca: authority.certificate, ...authority.issue(...names) };
  const files = {
    ca: join(folder, 'ca.pem'),
    cert: join(folder, 'server.crt'),
    key: join(folder, 'server.key'),
  };
  for (const name of ['ca', 'cert', 'key'] as const) await writeFile(files[name], pem[name], { mode: 0o600 });
  return files;
}

let serial = 1;

function certify(of: {
  subject: forge.pki.CertificateField[];
  issuer: forge.pki.CertificateField[];
  publicKey: forge.pki.rsa.PublicKey;
  signWith: forge.pki.rsa.PrivateKey;
  extensions: object[];
}): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = of.publicKey;
  certificate.serialNumber = (serial++).toString(16).padStart(2, '0');
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  certificate.setSubject(of.subject);
  certificate.setIssuer(of.issuer);
  certificate.setExtensions(of.extensions);
  certificate.sign(of.signWith, forge.md.sha256.create());
  return certificate;
}

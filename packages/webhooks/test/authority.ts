import forge from 'node-forge';

export interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** A server's certificate for a DNS name, with its key. */
  issue(name: string): { readonly cert: string; readonly key: string };
}

/** A certificate authority of our own. */
export function createAuthority(): Authority {
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
    issue(name) {
      const own = forge.pki.rsa.generateKeyPair(2048);
      const certificate = certify({
        subject: [{ name: 'commonName', value: name }],
        issuer: subject,
        publicKey: own.publicKey,
        signWith: keys.privateKey,
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
      });
      return {
        cert: forge.pki.certificateToPem(certificate),
        key: forge.pki.privateKeyToPem(own.privateKey),
      };
    },
  };
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

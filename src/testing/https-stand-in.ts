import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** For 127.0.0.1 and localhost, self-signed; it protects nothing. */
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg09+FeucyBiQ2rStp
wiG6KXXUgG627HjBa2YcoXTNXyuhRANCAAQ21axCItsZ+xedDNbHD9ewCTgkyVdW
rQ2tTDuc7rnmI0BGcleuzlVC81Kskxh0QsquLFM9npevaYYmJ/xadDcL
-----END PRIVATE KEY-----`
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBozCCAUmgAwIBAgIUM+POQSeolQFdGAhSz2/LkiJd78IwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNT25lZG9vciB0ZXN0czAgFw0yNjExMjIxNjQyMDFaGA8yMTI2
MTAyOTE2NDIwMVowGDEWMBQGA1UEAwwNT25lZG9vciB0ZXN0czBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABDbVrEIi2xn7F50M1scP17AJOCTJV1atDa1MO5zuueYj
QEZyV67OVULzUqyTGHRCyq4sUz2el69phiYn/Fp0NwujbzBtMB0GA1UdDgQWBBTj
pfiK/4l38LlxVfd44Iu5RTudUzAfBgNVHSMEGDAWgBTjpfiK/4l38LlxVfd44Iu5
RTudUzAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAA
ATAKBggqhkjOPQQDAgNIADBFAiEArIVNBnwJNkM1qoxJYjbZQDsxbjS0Y9FXU8pv
uxp76pMCICq5G2NFmctcCmMoruvUIPv5sm9Ji+i9uKOGgbl92sP5
-----END CERTIFICATE-----`

export interface HttpsStandIn {
  readonly url: string
  close(): Promise<void>
}

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Lets this process trust the certificate of the stand-ins, or another one, from then on. */
export function trustTestCertificate(certificate = testCertificate): void {
  setDefaultCACertificates([...getCACertificates('default'), certificate])
}

/** A web server with TLS on this machine, whose certificate this process trusts from then on. */
export async function startHttpsStandIn(
  respond: (req: IncomingMessage, res: ServerResponse) => void,
  { key, cert }: Certificate = { key: testKey, cert: testCertificate },
): Promise<HttpsStandIn> {
  trustTestCertificate(cert)
  const server = createServer({ key, cert }, respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

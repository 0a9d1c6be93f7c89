import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from '#app/doctor.ts'
import { newDataDir } from '#testing/databases.ts'
import { startDns } from '#testing/dns-server.ts'
import { type GoogleStandIn, startGoogleStandIn } from '#testing/google-stand-in.ts'
import { testCertificate, testKey } from '#testing/https-stand-in.ts'
import { freePort } from '#testing/loopback.ts'
import { type MailServerStandIn, startMailServer } from '#testing/mail-servers.ts'
import { checkCertificate } from './examine.ts'
import { mail } from './index.ts'

const domain = 'mail.example.org'
let dns: Awaited<ReturnType<typeof startDns>>
let relay: MailServerStandIn
let google: GoogleStandIn
let dataDir = ''

beforeAll(async () => {
  dataDir = await newDataDir()
  relay = await startMailServer({ auth: { user: 'us', pass: 'word' } })
  google = await startGoogleStandIn()
  dns = await startDns({
    [domain]: { MX: ['10 onedoor.example.org'], TXT: ['v=spf1 mx -all'] },
    [`onedoor._domainkey.${domain}`]: { TXT: ['v=DKIM1; k=rsa; p=MIIB'] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=quarantine'] },
  })
  await writeFile(join(dataDir, 'cert.pem'), testCertificate)
  await writeFile(join(dataDir, 'key.pem'), testKey)
})
afterAll(() => Promise.all([dns?.close(), relay?.close(), google?.close()]))

async function found(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const findings = await examine({ DATA_DIR: dataDir, PORT: '0', ...env }, [mail])
  const ours = findings.filter(({ what }) => /mail|Google/.test(what) && !what.startsWith('provider'))
  return Object.fromEntries(ours.map(({ what, state, detail }) => [what, `${state}: ${detail}`]))
}

test('the doctor reports that mail is off, and what is missing', async () => {
  expect(await found({})).toEqual({
    mail: 'off: not configured: MAIL_DOMAIN; accounts on this server can still write to each other',
    'connections with Google': 'off: not configured: GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET',
  })
})

test('the doctor finds everything in order', async () => {
  const port = String(await freePort())
  const state = await found({
    MAIL_DOMAIN: domain,
    MAIL_PORT: port,
    MAIL_HOST: '127.0.0.1',
    MAIL_DNS_SERVERS: dns.address,
    MAIL_TLS_CERT: join(dataDir, 'cert.pem'),
    MAIL_TLS_KEY: join(dataDir, 'key.pem'),
    SMTP_URL: `smtp://us:word@127.0.0.1:${relay.port}`,
    ...google.settings,
  })
  expect(state).toEqual({
    [`mail domain ${domain}`]: 'works: all its records are set',
    [`mail port ${port}`]: 'works: MAIL_PORT is free',
    'mail certificate': 'works: is valid until 2126-10-29',
    'mail relay': "works: SMTP_URL: the relay accepts this server's login",
    'connections with Google': expect.stringMatching(/^works: responds in \d+ ms$/),
  })
})

test('the doctor reports faults of mail, and never a secret', async () => {
  const other = createServer((socket) => socket.end('hello'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const state = await found({
    MAIL_DOMAIN: 'other.example.org',
    MAIL_PORT: String(port),
    MAIL_HOST: '127.0.0.1',
    MAIL_DNS_SERVERS: dns.address,
    MAIL_TLS_CERT: join(dataDir, 'cert.pem'),
    MAIL_TLS_KEY: join(dataDir, 'nowhere.pem'),
    SMTP_URL: `smtp://us:wrong-word@127.0.0.1:${relay.port}`,
    ...google.settings,
    GOOGLE_CLIENT_SECRET: 'GOCSPX-wrong',
  })
  await new Promise((resolve) => other.close(resolve))
  expect(state).toEqual({
    'mail domain other.example.org':
      'broken: has no record for MX, SPF, DKIM, DMARC. Set the records shown at /settings/mail.',
    [`mail port ${port}`]: 'broken: MAIL_PORT is in use by another program. Set another port.',
    'mail certificate': 'broken: MAIL_TLS_CERT or MAIL_TLS_KEY cannot be read (ENOENT).',
    'mail relay': 'broken: 127.0.0.1 rejects the user name and password. Check SMTP_URL.',
    'connections with Google':
      'broken: Google does not know this server. Its administrator should check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  })
  expect(JSON.stringify(state)).not.toMatch(/wrong/)
})

test('a certificate should be renewed two weeks before its end', async () => {
  const files = { mailTlsCert: join(dataDir, 'cert.pem'), mailTlsKey: join(dataDir, 'key.pem'), mailPort: 2525 }
  const stateAt = async (day: string) => (await checkCertificate(files, Date.parse(day)))?.state
  expect(await stateAt('2126-10-14')).toBe('works')
  expect(await stateAt('2126-10-17')).toBe('outdated')
  expect(await stateAt('2126-10-31')).toBe('broken')
})

import { generateKeyPairSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { trustTestCertificate } from '#testing/https-stand-in.ts'
import { type MailServerOptions, type MailServerStandIn, startMailServer } from '#testing/mail-servers.ts'
import { lines } from '#testing/smtp-client.ts'
import { DeliveryFailure } from './mx-servers.ts'
import { createTransport } from './smtp-transport.ts'

const auth = { user: 'ada@relay.example', pass: 'p@ss:word/1' }
const login = `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}`
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = {
  selector: 'onedoor',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  record: '',
}
const raw = Buffer.from(lines('From: ada@mail.example.org', 'Message-ID: <1@mail.example.org>', '', 'Hello'))

trustTestCertificate()

async function startRelay(options: MailServerOptions = {}): Promise<MailServerStandIn> {
  const relay = await startMailServer(options)
  onTestFinished(() => relay.close())
  return relay
}

/** Sends a message through the relay at this address. Resolves to the failure. */
async function send(smtpUrl: string): Promise<{ message: string; isPermanent: boolean } | undefined> {
  const transport = createTransport({
    settings: { mailDomain: 'mail.example.org', smtpUrl, mailMxPort: 25, mailDnsServers: undefined },
    host: 'mail.example.org',
    key: async () => key,
    allows: () => false,
    policyOf: () => Promise.reject(new Error('A relay has no policy')),
  })
  try {
    await transport({ from: 'ada@mail.example.org', to: 'bob@friend.example', raw }, new AbortController().signal)
    return undefined
  } catch (failure) {
    const { message, isPermanent } = failure as DeliveryFailure
    expect(failure).toBeInstanceOf(DeliveryFailure)
    return { message, isPermanent }
  }
}

test.each([
  ['as it is, on this machine', {}, (port: number) => `smtp://127.0.0.1:${port}`, false, undefined],
  [
    'with a password, on this machine',
    { auth },
    (port: number) => `smtp://${login}@127.0.0.1:${port}`,
    false,
    auth.user,
  ],
  [
    'with a password, encrypted by STARTTLS',
    { auth, tls: 'on demand' },
    (port: number) => `smtp://${login}@localhost:${port}`,
    true,
    auth.user,
  ],
  [
    'with a password, encrypted from the start',
    { auth, tls: 'at once' },
    (port: number) => `smtps://${login}@localhost:${port}`,
    true,
    auth.user,
  ],
] as const)('a message leaves by the relay %s, signed', async (_what, options, urlFor, isEncrypted, user) => {
  const relay = await startRelay(options)
  expect(await send(urlFor(relay.port))).toBeUndefined()
  expect(relay.taken).toMatchObject([{ from: 'ada@mail.example.org', to: ['bob@friend.example'], isEncrypted, user }])
  expect(relay.taken[0]?.raw).toMatch(/^DKIM-Signature: v=1;.*d=mail\.example\.org/s)
})

test('a wrong password is temporary: the setting can be corrected, and the message is tried again', async () => {
  const relay = await startRelay({ auth })
  expect(await send(`smtp://ada:wrong@127.0.0.1:${relay.port}`)).toEqual({
    message: "The outgoing mail relay rejects this server's login (EAUTH).",
    isPermanent: false,
  })
})

test('a password is never sent to another machine unencrypted', async () => {
  const relay = await startRelay({ auth })
  // Also an address of this machine, but not recognised as one.
  expect(await send(`smtp://${login}@0.0.0.0:${relay.port}`)).toEqual({
    message: 'The outgoing mail relay cannot be reached over an encrypted connection (ETLS).',
    isPermanent: false,
  })
  expect(relay.taken).toEqual([])
})

test('a relay with a certificate for another name gets nothing', async () => {
  const relay = await startRelay({ auth, tls: 'at once' })
  const failure = await send(`smtps://${login}@127.0.0.2:${relay.port}`)
  expect([failure?.isPermanent, relay.taken]).toEqual([false, []])
})

test.each([
  [550, true],
  [451, false],
])('what the relay answers with %d is for good: %s', async (code, isPermanent) => {
  const relay = await startRelay()
  relay.refuse = () => ({ code, text: '5.1.1 not here' })
  expect(await send(`smtp://127.0.0.1:${relay.port}`)).toEqual({
    message: expect.stringContaining(`The outgoing mail relay responded: ${code} 5.1.1 not here`),
    isPermanent,
  })
})

test('an unreachable relay is tried again', async () => {
  const relay = await startMailServer()
  await relay.close()
  expect(await send(`smtp://127.0.0.1:${relay.port}`)).toEqual({
    message: expect.stringContaining('The outgoing mail relay cannot be reached'),
    isPermanent: false,
  })
})

import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startDns } from '#testing/dns-server.ts'
import { lines } from '#testing/smtp-client.ts'
import { authenticateSender } from './sender-authentication.ts'

const bodyHash = createHash('sha256').update('Hello\r\n').digest('base64')
const from = { ip: '127.0.0.1', helo: 'mx.sender.example', sender: 'ann@sender.example' }

/** The domains whose keys are looked up for a message with these lines before its end. */
async function signersIn(head: readonly string[], body = 'Hello'): Promise<string[]> {
  const dns = await startDns()
  onTestFinished(() => dns.close())
  const raw = Buffer.from(lines(...head, 'From: Ann <ann@sender.example>', '', body))
  await authenticateSender(raw, undefined, from, { dns: [dns.address], host: 'mail.example.org' })
  const keys = dns.asked.flatMap((query) => /^TXT key\._domainkey\.(.*)$/.exec(query)?.[1] ?? [])
  return [...new Set(keys)].toSorted()
}

function signature(name: string, domain: string): string {
  return `${name}: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=key; h=from; bh=${bodyHash}; b=AAAA`
}

const domains = Array.from({ length: 12 }, (_, index) => `d${String(index).padStart(2, '0')}.example`)

test.each([['DKIM-Signature'], ['dkim-signature \t'], ['DKIM-Signature\r\n ']])(
  'of many DKIM signatures the first ten count: %j',
  async (name) => {
    expect(await signersIn(domains.map((domain) => signature(name, domain)))).toEqual(domains.slice(0, 10))
  },
)

test('signatures in the body do not count, and the message is checked as it is', async () => {
  const body = domains.map((domain) => signature('DKIM-Signature', domain)).join('\r\n')
  const hash = createHash('sha256')
    .update(`${body.replaceAll(/[ \t]+/g, ' ')}\r\n`)
    .digest('base64')
  const own = signature('DKIM-Signature', 'own.example').replace(bodyHash, hash)
  expect(await signersIn([own], body)).toEqual(['own.example'])
})

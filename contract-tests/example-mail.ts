import { startDns } from '../src/testing/dns-server.ts'
import { freePort } from '../src/testing/loopback.ts'
import { bring, lines } from '../src/testing/smtp-client.ts'

const domain = 'onedoor.example'

/** Mail for the server's own domain, and a DNS server that knows the sender of the example. */
export async function startExampleMail() {
  const dns = await startDns({ 'lampen.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } })
  const port = await freePort()
  return {
    settings: { MAIL_DOMAIN: domain, MAIL_PORT: String(port), MAIL_HOST: '127.0.0.1', MAIL_DNS_SERVERS: dns.address },
    /** Brings the message of the examples to an account, over SMTP as its sender would. */
    async bringTo(username: string): Promise<void> {
      const { from, to, raw: data } = exampleMail(username)
      const answer = await bring(port, { from, to: [to], data })
      if (!answer.startsWith('250')) throw new Error(`The example mail was not taken: ${answer}`)
    },
    stop: () => dns.close(),
  }
}

/** The message of the examples, to a tag of an account, as a sandbox takes it. */
export function exampleMail(username: string) {
  const to = `${username}+orders@${domain}`
  const raw = lines(
    'From: Lampen Huys <service@lampen.example>',
    `To: ${to}`,
    'Subject: Your lamp is on its way',
    'Message-ID: <40127.1763712764@lampen.example>',
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'Order 40127 left our workshop this morning and should be with you on Monday.',
    '--B',
    'Content-Type: application/pdf; name=invoice-40127.pdf',
    '',
    '%PDF-1.7',
    '--B--',
  )
  return { from: 'service@lampen.example', to, raw }
}

import { isIP } from 'node:net'
import { z } from 'zod'
import { hostName } from '#runtime/base/host-name.ts'
import { parseUrl } from '#runtime/base/parse-url.ts'
import { optional, setting, wholeNumber } from '#runtime/base/setting.ts'
import { limit, reloadableLimit } from '#runtime/limits/settings.ts'

const filePath = z.string().min(1).max(1000)

/** Settings of mail. */
export const mailSettings = {
  mailDomain: optional({
    name: 'MAIL_DOMAIN',
    rule: 'a host name with a dot',
    fallbackText: 'none',
    meaning:
      'The domain for the mail addresses of this instance, such as `mail.example.org` in `ada@mail.example.org`. Its MX record must name this server. It also needs the SPF, DKIM and DMARC records that `/settings/mail` shows to administrators.',
    without: 'Accounts can send mail only to each other, by username.',
    example: 'mail.example.org',
    schema: () =>
      z
        .string()
        .transform((text) => text.toLowerCase())
        .pipe(
          z
            .string()
            .regex(hostName)
            .max(200)
            .refine((text) => text.includes('.')),
        ),
  }),
  mailPort: setting({
    name: 'MAIL_PORT',
    rule: 'a port from 1 to 65535, or off',
    fallback: 'off',
    meaning:
      'The port on which the server receives mail from outside over SMTP. Use 25, or the port to which a proxy or firewall forwards port 25. This setting requires MAIL_DOMAIN.',
    without: 'The server receives no mail from outside.',
    example: '2525',
    schema: () => wholeNumber(1, 65_535).or('off', undefined),
  }),
  mailHost: setting({
    name: 'MAIL_HOST',
    rule: 'an IP address',
    fallback: '0.0.0.0',
    meaning: 'The address on which the server listens for mail. Other mail servers must be able to reach it.',
    without: 'Nothing.',
    example: '127.0.0.1',
    schema: () => z.string().refine((text) => isIP(text) !== 0),
  }),
  mailTlsCert: optional({
    name: 'MAIL_TLS_CERT',
    rule: 'the path of a PEM file',
    fallbackText: 'none',
    meaning:
      'The certificate and its chain. With a certificate, other mail servers can encrypt the connection (STARTTLS).',
    without: 'Mail arrives only over unencrypted connections.',
    example: '/etc/letsencrypt/live/mail.example.org/fullchain.pem',
    isFile: true,
    schema: () => filePath,
  }),
  mailTlsKey: optional({
    name: 'MAIL_TLS_KEY',
    rule: 'the path of a PEM file',
    fallbackText: 'none',
    meaning: 'The private key for MAIL_TLS_CERT.',
    without: 'MAIL_TLS_CERT is not used.',
    example: '/etc/letsencrypt/live/mail.example.org/privkey.pem',
    isFile: true,
    schema: () => filePath,
  }),
  mailMaxBytes: setting({
    name: 'MAIL_MAX_MIB',
    rule: 'a whole number of MiB from 1 to 50',
    fallback: '10',
    meaning: 'The maximum size, in MiB, of a message that the server accepts from outside.',
    without: 'Nothing.',
    example: '25',
    schema: () => wholeNumber(1, 50).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
  mailKeepDays: setting({
    name: 'MAIL_KEEP_DAYS',
    rule: 'a whole number of days from 1 to 36500, or off',
    fallback: 'off',
    meaning: 'The number of days after which messages are deleted, whether or not they have been read.',
    without: 'Messages are stored until their account deletes them.',
    example: '730',
    schema: () => wholeNumber(1, 36_500).or('off', undefined),
  }),
  smtpUrl: optional({
    name: 'SMTP_URL',
    rule: 'an smtp:// or smtps:// address',
    fallbackText: 'none',
    meaning:
      'The relay (smarthost) for outgoing mail, with a user name and password if the relay requires them. It may have a private address.',
    without: 'Mail is delivered directly to the mail servers of its recipients over port 25.',
    example: 'smtps://user:password@relay.example.org:465',
    secret: true,
    schema: () =>
      z.string().refine((text) => {
        const url = parseUrl(text)
        return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
      }),
  }),
  mailMxPort: setting({
    name: 'MAIL_MX_PORT',
    rule: 'a port from 1 to 65535',
    fallback: '25',
    meaning: "The port on which the server contacts recipients' mail servers. For tests.",
    without: 'Nothing.',
    example: '2526',
    schema: () => wholeNumber(1, 65_535),
  }),
  mailDnsServers: optional({
    name: 'MAIL_DNS_SERVERS',
    rule: 'IP addresses separated by commas, each with its port if that is not 53',
    fallbackText: 'the DNS servers of the system',
    meaning: 'The DNS servers that are queried for mail servers and for SPF, DKIM, DMARC and MTA-STS records.',
    without: 'Nothing.',
    example: '127.0.0.1:5353',
    schema: () =>
      z
        .string()
        .transform((text) => text.split(/[\s,]+/).filter(Boolean))
        .refine((list) => list.length > 0 && list.length <= 8 && list.every(isDnsServer)),
  }),
  localMailPerDay: reloadableLimit(
    'LIMIT_LOCAL_MAIL_PER_DAY',
    '200',
    'The number of messages to accounts of this instance that one account may send in a day.',
  ),
  mailInPerHour: limit(
    'LIMIT_MAIL_IN_PER_HOUR',
    '300',
    'The number of messages that one address may deliver over SMTP in an hour. The same limit applies to its SMTP connections.',
  ),
} as const

function isDnsServer(text: string): boolean {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(text)
  return (
    isIP(text) !== 0 || (match !== null && isIP(match[1] ?? match[2] ?? '') !== 0 && Number(match[3] ?? 53) < 65_536)
  )
}

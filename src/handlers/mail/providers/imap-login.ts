import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { hostName } from '#runtime/base/host-name.ts'
import { isWebPort } from '#runtime/outbound/addresses.ts'
import type { EnteredKind } from '#runtime/outbound/connections/connection-kind.ts'

/** Where people enter the account. */
export const imapPage = '/settings/mail/imap'

/** The connection to a mail account anywhere. */
export const imap: EnteredKind = {
  name: 'imap',
  title: 'IMAP account',
  allows: "search and read a mail account's inbox over IMAP, without changing anything",
  enteredAt: imapPage,
}

const login = z.object({
  host: z.string(),
  port: z.number(),
  encryption: z.enum(['tls', 'starttls']),
  user: z.string(),
  password: z.string(),
})

/** The credentials of an IMAP account. */
export type ImapLogin = z.infer<typeof login>

/** The form as submitted. */
export type ImapForm = Readonly<Record<keyof ImapLogin, string>>

const usualPorts = { tls: 993, starttls: 143 } as const
const visible = /^[^\p{Cc}\p{Cs}]+$/u

/** @throws ApiError invalid_argument with all faults */
export function loginIn(form: ImapForm): ImapLogin {
  const faults: ArgumentFault[] = []
  const encryption = form.encryption === 'starttls' ? 'starttls' : 'tls'
  const host = hostIn(form.host.trim())
  if (host === undefined)
    faults.push({ path: 'host', message: 'must be the name of a server, such as imap.example.org' })
  const typed = form.port.trim()
  const port = typed === '' ? usualPorts[encryption] : /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  if (!isImapPort(port))
    faults.push({
      path: 'port',
      message: 'must be 993, 143, or a port from 1024 to 65535 that no other kind of server uses',
    })
  const user = form.user.trim()
  if (!visible.test(user) || user.length > 320) faults.push({ path: 'user', message: 'must have 1 to 320 characters' })
  // Some providers show passwords in groups; none has spaces at the ends.
  const password = form.password.trim()
  if (!visible.test(password) || password.length > 500) {
    faults.push({ path: 'password', message: 'must have 1 to 500 characters' })
  }
  if (host === undefined || faults.length > 0) {
    throw new ApiError('invalid_argument', 'Some of the values that you entered are invalid.', { details: faults })
  }
  return { host, port, encryption, user, password }
}

function hostIn(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(bare) !== 0) return bare
  const ascii = domainToASCII(bare).toLowerCase()
  // A name that looks like a number is one of the many forms of an IPv4 address.
  return hostName.test(ascii) && !/(?:^|\.)(?:0x[0-9a-f]*|\d+)$/.test(ascii) ? ascii : undefined
}

/** The ports of IMAP, and ports without a known kind of server, so that nobody reaches other servers through this one. */
function isImapPort(port: number): boolean {
  return (
    port === 143 || port === 993 || (Number.isInteger(port) && port >= 1024 && port < 65_536 && isWebPort(String(port)))
  )
}

/** The account as people see it. */
export function subjectOf({ user, host }: ImapLogin): string {
  return user.includes('@') ? user : `${user} at ${host}`
}

export function sealable(entered: ImapLogin): string {
  return JSON.stringify(entered)
}

export function unsealed(secret: string): ImapLogin {
  return login.parse(JSON.parse(secret))
}

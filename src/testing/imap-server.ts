import { spawn } from 'node:child_process'
import { chown, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { ensureDovecot } from '../../tools/setup/programs.mjs'
import { testCertificate, testKey, trustTestCertificate } from './https-stand-in.ts'
import { freePort } from './mail-servers.ts'

/** Dovecot, an IMAP server, on this machine. */
export interface ImapServer {
  /** With TLS from the beginning, and with STARTTLS. */
  readonly ports: { readonly tls: number; readonly starttls: number }
  /** Makes an account, or gives one another password. */
  account(user: string, password: string): Promise<void>
  /** Puts a message into the inbox. @param more when it arrived, and whether it was read */
  deliver(user: string, raw: string | Buffer, more: { atMs: number; seen?: boolean }): Promise<void>
  /** Puts many messages into the inbox, all alike but for their number. */
  deliverMany(user: string, count: number, more: { raw: (n: number) => string; atMs: number }): Promise<void>
  close(): Promise<void>
}

const startMs = 15_000
/** Of the Debian package; dovecot reads no mail as root. */
const mailUser = 'dovecot'

/** Starts it, with the certificate of the stand-ins, which this process then trusts. */
export async function startImapServer(): Promise<ImapServer> {
  const program = await ensureDovecot()
  trustTestCertificate()
  const home = await mkdtemp(join(tmpdir(), 'onedoor-imap-'))
  const ports = { tls: await freePort(), starttls: await freePort() }
  const owner = await mailOwner()
  const passwords = new Map<string, string>()
  const delivered = { count: 0 }
  let changes = 0
  await mkdir(join(home, 'mail'), { mode: 0o755 })
  await chown(home, owner.uid, owner.gid)
  await chown(join(home, 'mail'), owner.uid, owner.gid)
  await Promise.all([
    writeFile(join(home, 'cert.pem'), testCertificate),
    writeFile(join(home, 'key.pem'), testKey),
    writeFile(join(home, 'users'), ''),
    writeFile(join(home, 'dovecot.conf'), configOf(home, ports, owner)),
  ])
  const child = spawn(program, ['-F', '-c', join(home, 'dovecot.conf')], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await listening(ports.tls, ended, home)

  async function place(user: string, raw: string | Buffer, { atMs, seen }: { atMs: number; seen?: boolean }) {
    delivered.count += 1
    const name = `${Math.floor(atMs / 1000)}.M${String(delivered.count).padStart(7, '0')}.test`
    const file = join(home, 'mail', user, seen ? 'cur' : 'new', seen ? `${name}:2,S` : name)
    await writeFile(file, raw)
    await utimes(file, atMs / 1000, atMs / 1000)
    await chown(file, owner.uid, owner.gid)
  }

  return {
    ports,
    async account(user, password) {
      passwords.set(user, password)
      for (const folder of ['', 'cur', 'new', 'tmp']) {
        await mkdir(join(home, 'mail', user, folder), { recursive: true })
        await chown(join(home, 'mail', user, folder), owner.uid, owner.gid)
      }
      const lines = [...passwords].map(([name, word]) => `${name}:{PLAIN}${word}::::::\n`)
      await writeFile(join(home, 'users'), lines.join(''))
      // Dovecot reads it again when its time is another second, and looks at that once a second.
      changes += 1
      await utimes(join(home, 'users'), 1_700_000_000 + changes, 1_700_000_000 + changes)
      while (!(await letsIn(ports.tls, user, password))) await pause(50)
    },
    deliver: place,
    async deliverMany(user, count, { raw, atMs }) {
      for (let n = 0; n < count; n += 200) {
        const some = Array.from({ length: Math.min(200, count - n) }, (_, index) => n + index)
        await Promise.all(some.map((each) => place(user, raw(each), { atMs: atMs + each * 1000 })))
      }
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}

interface Owner {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

async function mailOwner(): Promise<Owner> {
  const { uid, gid, username } = userInfo()
  if (uid !== 0) return { uid, gid, name: username }
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith(`${mailUser}:`))
  const [, , id, group] = line?.split(':') ?? []
  if (id === undefined || group === undefined)
    throw new Error(`There is no user ${mailUser}, whom dovecot needs as root`)
  return { uid: Number(id), gid: Number(group), name: mailUser }
}

function configOf(home: string, ports: ImapServer['ports'], { uid, gid, name }: Owner): string {
  const isRoot = process.getuid?.() === 0
  // Without root nobody can become another user, or be shut in.
  const users = isRoot
    ? ''
    : `default_internal_user = ${name}\ndefault_login_user = ${name}\ndefault_internal_group = ${name}\n`
  const unlocked = isRoot ? '' : 'service anvil {\n  chroot =\n}\n'
  return `${users}base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${home}/cert.pem
ssl_key = <${home}/key.pem
ssl_min_protocol = TLSv1.2
auth_mechanisms = plain login
auth_failure_delay = 0
first_valid_uid = ${uid}
first_valid_gid = ${gid}
mail_max_userip_connections = 100
mail_location = maildir:${home}/mail/%u
passdb {
  driver = passwd-file
  args = ${home}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${home}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.starttls}
  }
  inet_listener imaps {
    port = ${ports.tls}
    ssl = yes
  }
}
${unlocked}`
}

function letsIn(port: number, user: string, password: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connectSecurely({ port, host: '127.0.0.1', ca: [testCertificate] })
    let said = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (said === '') socket.write(`a LOGIN "${user}" "${password}"\r\n`)
      said += text
      const [, state] = /^a (OK|NO|BAD)/m.exec(said) ?? []
      if (state === undefined) return
      socket.destroy()
      resolve(state === 'OK')
    })
    socket.once('error', reject)
  })
}

async function listening(port: number, ended: Promise<void>, home: string): Promise<void> {
  const until = performance.now() + startMs
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded && performance.now() < until) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (isThere) return
    await pause(25)
  }
  throw new Error(
    `dovecot does not start: ${await readFile(join(home, 'log'), 'utf8').catch(() => 'it logged nothing')}`,
  )
}

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import tls from 'node:tls'
import type { OpenidProvider } from '../../src/testing/openid-provider.ts'
import { TestVisitor } from '../../src/testing/visitor.ts'
import type { Terminal } from './debian.ts'

/** What the commands have made. */
export interface Made {
  readonly terminal: Terminal
  /** Absolute path of the folder of the server's system. */
  readonly folder: string
  /** Its public address. */
  readonly url: string
  readonly provider: OpenidProvider
}

const startLimitMs = 60_000

function expectTrue(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what)
}

async function answersOverTls({ folder, url }: Made): Promise<void> {
  const authority = join(folder, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt')
  await fetch(`${url}/health/ready`).then(
    () => Promise.reject(new Error('The certificate is trusted without the authority of Caddy.')),
    ({ cause }: Error) => expectTrue(/certificate/.test(String(cause)), `${url} fails with ${cause}.`),
  )
  tls.setDefaultCACertificates([...tls.getCACertificates(), await readFile(authority, 'utf8')])
  // The last restart may have been a moment ago, and Caddy asks every 2 s whether the server is ready.
  const until = performance.now() + startLimitMs
  for (;;) {
    const { status } = await fetch(`${url}/health/ready`)
    if (status === 200) break
    expectTrue(performance.now() < until, `/health/ready returned ${status}.`)
    await delay(500)
  }
  const { status: metrics } = await fetch(`${url}/metrics`)
  expectTrue(metrics === 403, `/metrics returned ${metrics}.`)
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: { url: string }[] }
  expectTrue(document.servers[0]?.url === url, `The API document is for ${document.servers[0]?.url}.`)
}

async function signsInWithOpenid({ url, provider }: Made): Promise<void> {
  provider.people.set('u-1', { preferred_username: 'carla' })
  const visitor = new TestVisitor(url)
  const { html } = await visitor.submit('/signin?next=/settings', '/signin/oidc')
  const [, address] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(html) ?? []
  if (address === undefined) throw new Error(`/signin does not lead to the provider:\n${html}`)
  const back = await visitor.get(await provider.signIn(address.replaceAll('&amp;', '&'), 'u-1'))
  expectTrue(back.status === 303, `The way back from the provider returned ${back.status}:\n${back.html}`)
  const settings = await visitor.get('/settings')
  expectTrue(settings.html.includes('Sign out carla'), `/settings returned ${settings.status} without carla.`)
  const cookies = back.headers.getSetCookie()
  expectTrue(
    cookies.length > 0 && cookies.every((line) => /; *secure/i.test(line)),
    `Not every cookie is for https only: ${cookies}`,
  )
}

async function signsInWithPassword({ url }: Made): Promise<void> {
  await new TestVisitor(url).signIn('alice')
}

async function hasEncryptedBackup({ folder, terminal }: Made): Promise<void> {
  const file = '/var/backups/onedoor/first.backup'
  const { mode } = await stat(join(folder, file))
  expectTrue((mode & 0o077) === 0, `${file} can be read by others.`)
  const shown = await terminal.type(`sudo onedoor backup verify ${file}`)
  expectTrue(shown.includes('can be restored'), shown)
  const beginning = (await readFile(join(folder, file))).toString('latin1', 0, 16)
  expectTrue(beginning === 'onedoor sealed 1', `${file} is not encrypted: it begins with ${JSON.stringify(beginning)}.`)
}

/** What the daily backup needs, as the unit confines the server. */
async function canWriteBackups({ terminal }: Made): Promise<void> {
  const inside = 'nsenter --mount --root --target $(cat /run/stand-in/onedoor)'
  const asServer = `${inside} setpriv --reuid onedoor --regid onedoor --init-groups`
  await terminal.type(`${asServer} touch /var/backups/onedoor/probe && rm /var/backups/onedoor/probe`)
  await terminal.type(`! ${asServer} touch /var/tmp/probe`)
}

async function doctorIsGreen({ terminal }: Made): Promise<void> {
  const shown = await terminal.type('sudo onedoor doctor')
  expectTrue(/works/.test(shown) && !/broken/.test(shown), shown)
}

async function reloads({ folder, terminal, url }: Made): Promise<void> {
  const before = await readFile(join(folder, 'run/stand-in/onedoor'), 'utf8')
  await terminal.type('echo LOG_LEVEL=debug | sudo tee -a /etc/onedoor/settings && sudo systemctl reload onedoor')
  await terminal.type(`timeout 60 sh -c 'until grep -q "settings reloaded" /var/log/onedoor.log; do sleep 0.1; done'`)
  const { status } = await fetch(`${url}/health/ready`)
  expectTrue(status === 200, `/health/ready returned ${status} after the reload.`)
  const after = await readFile(join(folder, 'run/stand-in/onedoor'), 'utf8')
  expectTrue(before === after, 'The server has another process after the reload.')
}

/** What must hold after the commands. */
export const checks: Readonly<Record<string, (made: Made) => Promise<void>>> = {
  'the domain answers over TLS, with a certificate of the authority of Caddy': answersOverTls,
  'the administrator signs in with the password': signsInWithPassword,
  'a person signs in with the OpenID provider': signsInWithOpenid,
  'a backup exists, can be restored, and is encrypted': hasEncryptedBackup,
  'the service can write backups, and nothing outside of its folders': canWriteBackups,
  'doctor finds nothing broken': doctorIsGreen,
  'the service reloads its settings without a restart': reloads,
}

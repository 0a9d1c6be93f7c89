/**
 * `npm run production`: types the commands of docs/guides/production.md into a clean Debian, checks from outside what they
 * have made, and checks that the result is noticed if a command is left out. An argument names a folder with a release that
 * is used instead of typing the command that makes one. The last line is `N passed, N failed`.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import tls from 'node:tls'
import { createReport } from '../../contract-tests/report.ts'
import { drawnRows } from '../../src/testing/drawn-rows.ts'
import { OpenidProvider } from '../../src/testing/openid-provider.ts'
import { root } from '../command.ts'
import { debianArchive } from '../image/base-images.ts'
import { resolveHere } from '../proxies/resolve-here.ts'
import { run } from '../release/commands.ts'
import { ensureMmdebstrap } from '../setup/programs.mjs'
import { checks, type Made } from './checks.ts'
import { makeDebian, project, Terminal } from './debian.ts'
import { readProductionPage } from './page.ts'

/** No public authority issues certificates for it, so Caddy is its own authority, without a change of its sample. */
const domain = 'onedoor.local'
const releaseCommand = 'npm run release'
const installed = 4
/** What the reader is asked, and the answers. */
const password = 'correct horse battery'
const answers = [
  [/[Pp]assword[^\n]*: /, password],
  [/again: /, password],
] as const
/** Providers on the internet are not reachable from tests. */
const withoutInternet = 'PROVIDERS=examples\nNEWS_FEEDS=none\n'

const report = createReport()
const page = readProductionPage()
const authorities = tls.getCACertificates()

/** The reader's values, as the page asks for them. */
function valuesFor(provider: OpenidProvider): string[] {
  const own: Readonly<Record<string, string>> = { DOMAIN: domain, ...provider.settings }
  return page.values.map((line) => {
    const [name = ''] = line.split('=')
    if (own[name] === undefined) throw new Error(`The page asks for ${name}, which the drill does not know.`)
    return `${name}=${own[name]}`
  })
}

async function typeAll(terminal: Terminal, provider: OpenidProvider, commands: readonly string[]): Promise<void> {
  await terminal.type([`cd ${project}`, ...valuesFor(provider)].join(' && '))
  for (const command of commands) {
    const started = performance.now()
    const shown = await terminal.type(command, command.includes('account create') ? answers : [])
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`$ ${command}\n${shown.split('\n').slice(-3).join('\n')}\n(${seconds} s)`)
  }
}

/** Uses the given release, if there is one. @returns the commands of the installation to type */
async function installing(folder: string, release: string | undefined): Promise<string[]> {
  const commands = page.commands.slice(0, installed)
  if (release === undefined) return commands
  report.note(`\`${releaseCommand}\` is not typed: the release in ${release} was given.`)
  const [name, ...more] = (await readdir(release)).filter((each) => /^onedoor-\d.*\.tgz$/.test(each))
  if (name === undefined || more.length > 0) throw new Error(`${release} does not have one onedoor-VERSION.tgz.`)
  await mkdir(join(folder, project, '.cache/release'), { recursive: true })
  await cp(join(release, name), join(folder, project, '.cache/release', name))
  const left = commands.filter((command) => command !== releaseCommand)
  if (left.length === commands.length) throw new Error(`The page has no command \`${releaseCommand}\`.`)
  return left
}

/** Whether one of the commands, or a check after them, fails. @returns why */
async function failureOf(made: Made, commands: readonly string[]): Promise<string | undefined> {
  try {
    await typeAll(made.terminal, made.provider, commands)
    for (const check of Object.values(checks)) await check(made)
    return undefined
  } catch (failure) {
    return (failure as Error).message
  }
}

/** Makes the Debian what it was after the installation and a restart, and types the others without one of them. */
async function checkWithout(left: string, made: Omit<Made, 'terminal'>): Promise<void> {
  const { folder } = made
  const empty = ['var/lib/onedoor', 'var/backups/onedoor', 'var/lib/caddy', 'run/stand-in']
  for (const path of empty) await run('find', [join(folder, path), '-mindepth', '1', '-delete'], { cwd: '/' })
  await rm(join(folder, 'etc/onedoor/backup-key'))
  await writeFile(join(folder, 'etc/onedoor/settings'), withoutInternet)
  await writeFile(join(folder, 'etc/caddy/Caddyfile'), ':80\n')
  tls.setDefaultCACertificates(authorities)
  await using terminal = await new Terminal(folder).open()
  await terminal.type('systemctl start onedoor caddy')
  const commands = page.commands.slice(installed).filter((command) => command !== left)
  const failure = await failureOf({ ...made, terminal }, commands)
  if (failure === undefined) throw new Error(`Nothing fails without "${left}".`)
  console.log(`Without "${left.split('\n')[0]}": ${failure.split('\n').slice(0, 2).join(' ')}`)
}

async function drill(folder: string, release: string | undefined): Promise<void> {
  const cache = join(root, '.cache/image')
  await mkdir(cache, { recursive: true })
  const program = await ensureMmdebstrap()
  const mmdebstrap = (...args: string[]) => run(program, args, { cwd: cache })
  const archive = await debianArchive({ mmdebstrap }, process.arch === 'arm64' ? 'arm64' : 'amd64', cache)
  const debian = join(folder, 'debian')
  await makeDebian(debian, archive, domain)
  await using provider = await openProvider()
  const made = { folder: debian, url: `https://${domain}`, provider }
  {
    await using terminal = await new Terminal(debian).open()
    await terminal.type('apt-get --quiet=2 update && apt-get --quiet=2 --yes install mount procps sudo')
    await typeAll(terminal, provider, await installing(debian, release))
    // As Debian does when it installs Caddy.
    await terminal.type('systemctl start caddy')
    await terminal.type(`printf '${withoutInternet.replaceAll('\n', '\\n')}' >> /etc/onedoor/settings`)
    await typeAll(terminal, provider, page.commands.slice(installed))
    report.count(page.commands.length - (release === undefined ? 0 : 1), 0)
    for (const [name, check] of Object.entries(checks)) await report.check(name, () => check({ ...made, terminal }))
  }
  for (const left of drawnRows(page.commands.slice(installed), 1)) {
    await report.check('a command that is left out is noticed', () => checkWithout(left, made))
  }
}

async function openProvider(): Promise<OpenidProvider & AsyncDisposable> {
  const provider = await new OpenidProvider().open()
  provider.register(`https://${domain}`)
  return Object.assign(provider, { [Symbol.asyncDispose]: () => provider.close() })
}

const [release] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'onedoor-production-'))
resolveHere(domain)
report.note('systemd does not run here: tools/production/systemctl.sh stands in for systemctl.')
report.note('No public authority can be reached: Caddy is its own, because the domain is onedoor.local.')
report.note(
  'No provider on the internet can be reached: the settings also have PROVIDERS=examples and NEWS_FEEDS=none.',
)
try {
  await drill(folder, release === undefined ? undefined : resolve(release))
} catch (failure) {
  const log = await readFile(join(folder, 'debian/var/log/onedoor.log'), 'utf8').catch(() => '')
  console.log(log.split('\n').slice(-10).join('\n'))
  await report.check('the commands can be typed', () => Promise.reject(failure))
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = report.close() ? 0 : 1

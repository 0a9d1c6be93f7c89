import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, runQuietly, tail } from './commands.mjs'
import { withLock } from './lock.mjs'
import { SetupError, say, timed } from './report.mjs'

/**
 * A program that tests need and that Debian packages.
 *
 * @typedef {object} Program
 * @property {string} package of Debian
 * @property {string} variable the environment variable that names a different one
 * @property {string[]} usualPlaces
 * @property {string} user what needs it: `The page tests`
 */

/** @type {Program} */
const chromium = {
  package: 'chromium',
  variable: 'CHROMIUM_PATH',
  usualPlaces: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  user: 'The page tests',
}

/**
 * Chromium reduced to pages: the same pages take half the processor time, and less than a third without the checks of axe.
 *
 * @type {Program}
 */
const headlessShell = {
  ...chromium,
  package: 'chromium-headless-shell',
  usualPlaces: ['/usr/bin/chromium-headless-shell'],
}

/** @type {Program} */
const natsServer = {
  package: 'nats-server',
  variable: 'NATS_SERVER_PATH',
  usualPlaces: [
    '/usr/sbin/nats-server',
    '/usr/bin/nats-server',
    '/usr/local/bin/nats-server',
    '/opt/homebrew/bin/nats-server',
  ],
  user: 'The tests of the NATS engines',
}

/** @type {Program} */
const bubblewrap = {
  package: 'bubblewrap',
  variable: 'BWRAP_PATH',
  usualPlaces: ['/usr/bin/bwrap', '/usr/local/bin/bwrap'],
  user: 'The tests of the shell',
}

/** An SMTP client. @type {Program} */
const swaks = {
  package: 'swaks',
  variable: 'SWAKS_PATH',
  usualPlaces: ['/usr/bin/swaks', '/usr/local/bin/swaks', '/opt/homebrew/bin/swaks'],
  user: 'The tests of mail',
}

/** Verifies signatures of mail. @type {Program} */
const dkimVerify = {
  package: 'python3-dkim',
  variable: 'DKIMVERIFY_PATH',
  usualPlaces: ['/usr/bin/dkimverify', '/usr/local/bin/dkimverify'],
  user: 'The tests of mail',
}

/** An IMAP server. @type {Program} */
const dovecot = {
  package: 'dovecot-imapd',
  variable: 'DOVECOT_PATH',
  usualPlaces: ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'],
  user: 'The tests of mail',
}

/**
 * A program that only the tests of the image and of the proxies need.
 *
 * @param {string} name of the package
 * @param {string} variable
 * @returns {Program}
 */
const forDeploying = (name, variable, file = name) => ({
  package: name,
  variable,
  usualPlaces: ['/usr/bin/', '/usr/sbin/', '/usr/local/bin/'].map((folder) => folder + file),
  user: 'The tests of deploy/',
})

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const log = join(root, '.cache', 'apt.log')

/** The real machine; tests replace it. */
const thisMachine = {
  isExecutable,
  isRoot: () => process.getuid?.() === 0,
  /** @param {string[]} args */
  apt: (args) =>
    runQuietly('apt-get', args, { cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, log }),
}

/** @param {Program} program */
const advice = ({ user, package: name, variable }) =>
  `${user} need ${name}. Install it (Debian: \`apt-get install ${name}\`), or set ${variable} to its path.`

/**
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} env
 * @param {typeof thisMachine} machine
 * @returns {string | undefined} the program that its variable names if set, otherwise the first of the usual places
 * @throws {SetupError} if the variable does not name a program
 */
function find(program, env, machine) {
  const named = env[program.variable]
  if (!named) return program.usualPlaces.find(machine.isExecutable)
  if (machine.isExecutable(named)) return named
  throw new SetupError(`${program.variable} is ${named}, which is not a program. ${advice(program)}`)
}

/**
 * Finds a program, or installs it if this is root on a system with apt.
 *
 * @param {Program} program
 * @returns {(env?: NodeJS.ProcessEnv, machine?: typeof thisMachine) => Promise<string>} returns the program's path, and
 * throws a SetupError that says what to do if it is missing and cannot be installed
 */
const ensurer =
  (program) =>
  async (env = process.env, machine = thisMachine) => {
    const present = find(program, env, machine)
    if (present !== undefined) return present
    const hasApt = (env.PATH ?? '').split(delimiter).some((folder) => machine.isExecutable(join(folder, 'apt-get')))
    if (!hasApt || !machine.isRoot()) throw new SetupError(advice(program))
    mkdirSync(join(root, '.cache'), { recursive: true })
    // One lock for all programs, because apt-get cannot run twice.
    return withLock(join(root, '.cache', 'apt.lock'), async () => {
      const installed = find(program, env, machine) ?? (await install(program, env, machine))
      if (installed !== undefined) return installed
      throw new SetupError(
        `apt-get installed ${program.package}, but it is in none of the usual places. ${advice(program)}`,
      )
    })
  }

/**
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} env
 * @param {typeof thisMachine} machine
 */
async function install(program, env, machine) {
  writeFileSync(log, '')
  say(`${program.user} need ${program.package}, which is missing.`)
  await timed(`${program.package}, with apt-get`, async () => {
    // An old package list names versions that the mirrors no longer have.
    for (const step of [['update'], ['install', '--yes', '--no-install-recommends', program.package]]) {
      const code = await machine.apt(step)
      if (code === 0) continue
      throw new SetupError(
        `${tail(log, 15)}\n\n\`apt-get ${step.join(' ')}\` ended with exit code ${code}. ${advice(program)}\nThe full log is ${log}`,
      )
    }
  })
  return find(program, env, machine)
}

export const ensureChromium = ensurer(chromium)
export const ensureNatsServer = ensurer(natsServer)
export const ensureBubblewrap = ensurer(bubblewrap)
export const ensureSwaks = ensurer(swaks)
export const ensureDkimVerify = ensurer(dkimVerify)
export const ensureDovecot = ensurer(dovecot)
export const ensureBuildah = ensurer(forDeploying('buildah', 'BUILDAH_PATH'))
export const ensurePodman = ensurer(forDeploying('podman', 'PODMAN_PATH'))
export const ensureContainerRuntime = ensurer(forDeploying('runc', 'RUNC_PATH'))
export const ensureMmdebstrap = ensurer(forDeploying('mmdebstrap', 'MMDEBSTRAP_PATH'))
export const ensureNginx = ensurer(forDeploying('nginx-light', 'NGINX_PATH', 'nginx'))
export const ensureCaddy = ensurer(forDeploying('caddy', 'CADDY_PATH'))
export const ensureHaproxy = ensurer(forDeploying('haproxy', 'HAPROXY_PATH'))
export const ensureShellcheck = ensurer(forDeploying('shellcheck', 'SHELLCHECK_PATH'))
export const ensureSystemdAnalyze = ensurer(forDeploying('systemd', 'SYSTEMD_ANALYZE_PATH', 'systemd-analyze'))
export const ensurePromtool = ensurer(forDeploying('prometheus', 'PROMTOOL_PATH', 'promtool'))
export const ensureQemu = ensurer(forDeploying('qemu-user-static', 'QEMU_PATH', 'qemu-aarch64-static'))

/**
 * The browser that shows the product's pages in tests: CHROMIUM_PATH if set, otherwise the headless shell if it is installed,
 * otherwise Chromium, which is installed if possible.
 *
 * @throws {SetupError} if there is no browser and none can be installed
 */
export const ensurePageBrowser = async (env = process.env, machine = thisMachine) =>
  find(headlessShell, env, machine) ?? (await ensureChromium(env, machine))

/** Installs the headless shell if possible. Not while tests run, because Debian may then also upgrade Chromium. */
export async function installPageBrowser(env = process.env, machine = thisMachine) {
  try {
    await ensurer(headlessShell)(env, machine)
  } catch (error) {
    // Chromium will do.
    if (!(error instanceof SetupError)) throw error
  }
}

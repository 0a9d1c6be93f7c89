import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, runQuietly, tail } from './commands.mjs'
import { withLock } from './lock.mjs'
import { SetupError, say, timed } from './report.mjs'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const advice =
  'The tests of the pages need Chromium. Install it (Debian: `apt-get install chromium`) or set CHROMIUM_PATH to where a ' +
  'Chromium or Chrome is.'

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The machine as it is; tests put another one in its place. */
const thisMachine = {
  isExecutable,
  isRoot: () => process.getuid?.() === 0,
  /** @param {string[]} args */
  apt: (args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return runQuietly('apt-get', args, { cwd: root, env, log: aptLog })
  },
}

const aptLog = join(root, '.cache', 'chromium.log')

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {Pick<typeof thisMachine, 'isExecutable'>} machine
 * @returns {string | undefined} the program: CHROMIUM_PATH if that is set, else the first of the usual places
 * @throws {SetupError} when CHROMIUM_PATH leads to no program
 */
export function findChromium(env, machine = thisMachine) {
  const wanted = env.CHROMIUM_PATH
  if (!wanted) return usualPlaces.find(machine.isExecutable)
  if (machine.isExecutable(wanted)) return wanted
  throw new SetupError(`CHROMIUM_PATH is ${wanted}, and there is no program. ${advice}`)
}

/**
 * Finds Chromium; where there is none it is installed, if this is root on a system with apt. Of several processes that
 * need it at once, one installs.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {typeof thisMachine} machine
 * @returns {Promise<string>} the program
 * @throws {SetupError} when there is none and none can be installed; the message says what to do
 */
export async function ensureChromium(env = process.env, machine = thisMachine) {
  const present = findChromium(env, machine)
  if (present !== undefined) return present
  const hasApt = (env.PATH ?? '').split(delimiter).some((folder) => machine.isExecutable(join(folder, 'apt-get')))
  if (!hasApt || !machine.isRoot()) throw new SetupError(`There is no Chromium on this machine. ${advice}`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  return withLock(join(root, '.cache', 'chromium.lock'), async () => {
    const meanwhile = findChromium(env, machine)
    if (meanwhile !== undefined) return meanwhile
    writeFileSync(aptLog, '')
    say('There is no Chromium, which the tests of the pages need.')
    await timed('chromium, with apt-get', () => install(machine))
    const installed = findChromium(env, machine)
    if (installed !== undefined) return installed
    throw new SetupError(`apt-get has installed chromium, and it is in none of the usual places. ${advice}`)
  })
}

/** @param {typeof thisMachine} machine */
async function install(machine) {
  // An old list of packages names versions that the mirrors do not have any more.
  const steps = [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]
  for (const step of steps) {
    const code = await machine.apt(step)
    if (code !== 0) {
      throw new SetupError(
        `${tail(aptLog, 15)}\n\n\`apt-get ${step.join(' ')}\` ended with exit code ${code}. ${advice}\nThe whole log is ${aptLog}`,
      )
    }
  }
}

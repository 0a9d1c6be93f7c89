import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, runQuietly, tail } from './commands.mjs'
import { withLock } from './lock.mjs'
import { SetupError, say, timed } from './report.mjs'

/**
 * A program that tests need and that Debian packages.
 *
 * @typedef {object} Program
 * @property {string} name its common name: `Chromium`
 * @property {string} package of Debian
 * @property {string} variable the environment variable that names a different one
 * @property {string[]} usualPlaces
 * @property {string} needs what needs it: `the page tests`
 * @property {string} advice what to do if there is none
 */

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The real machine; tests replace it.
 *
 * @param {Program} program
 */
function thisMachine(program) {
  return {
    isExecutable,
    isRoot: () => process.getuid?.() === 0,
    /** @param {string[]} args */
    apt: (args) => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      return runQuietly('apt-get', args, { cwd: root, env, log: aptLog(program) })
    },
  }
}

/** @param {Program} program */
const aptLog = (program) => join(root, '.cache', `${program.package}.log`)

/**
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} env
 * @param {Pick<ReturnType<typeof thisMachine>, 'isExecutable'>} machine
 * @returns {string | undefined} the program: the one that its variable names if set, otherwise the first of the usual
 * places
 * @throws {SetupError} if the variable does not name a program
 */
export function findProgram(program, env, machine = thisMachine(program)) {
  const wanted = env[program.variable]
  if (!wanted) return program.usualPlaces.find(machine.isExecutable)
  if (machine.isExecutable(wanted)) return wanted
  throw new SetupError(`${program.variable} is ${wanted}, which is not a program. ${program.advice}`)
}

/**
 * Finds the program, or installs it if this is root on a system with apt. If several processes need it at once, one
 * installs.
 *
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} env
 * @param {ReturnType<typeof thisMachine>} machine
 * @returns {Promise<string>} the program
 * @throws {SetupError} when there is none and none can be installed; the message says what to do
 */
export async function ensureProgram(program, env = process.env, machine = thisMachine(program)) {
  const present = findProgram(program, env, machine)
  if (present !== undefined) return present
  const hasApt = (env.PATH ?? '').split(delimiter).some((folder) => machine.isExecutable(join(folder, 'apt-get')))
  if (!hasApt || !machine.isRoot()) throw new SetupError(`${program.name} is not installed. ${program.advice}`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  // apt-get itself runs only once at a time: one lock for all programs.
  return withLock(join(root, '.cache', 'apt.lock'), async () => {
    const meanwhile = findProgram(program, env, machine)
    if (meanwhile !== undefined) return meanwhile
    writeFileSync(aptLog(program), '')
    say(`${program.name} is missing, which ${program.needs} need.`)
    await timed(`${program.package}, with apt-get`, () => install(program, machine))
    const installed = findProgram(program, env, machine)
    if (installed !== undefined) return installed
    throw new SetupError(
      `apt-get has installed ${program.package}, but it is in none of the usual places. ${program.advice}`,
    )
  })
}

/**
 * @param {Program} program
 * @param {ReturnType<typeof thisMachine>} machine
 */
async function install(program, machine) {
  // An old package list names versions that the mirrors no longer have.
  const steps = [['update'], ['install', '--yes', '--no-install-recommends', program.package]]
  for (const step of steps) {
    const code = await machine.apt(step)
    if (code !== 0) {
      const log = aptLog(program)
      throw new SetupError(
        `${tail(log, 15)}\n\n\`apt-get ${step.join(' ')}\` ended with exit code ${code}. ${program.advice}\nThe full log is ${log}`,
      )
    }
  }
}

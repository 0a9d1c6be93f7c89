import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureNatsServer } from '../../tools/setup/programs.mjs'

/** A NATS server for tests. */
export interface NatsServer {
  readonly url: string
  /** Stops the process and keeps its data. */
  halt(): Promise<void>
  /** Starts it again at the same address, on the same data. */
  resume(): Promise<void>
  /** Stops the process and removes its data. */
  stop(): Promise<void>
}

/**
 * The shell in between reads a pipe from this process: when that closes, for any reason, it stops the server and
 * cleans up, so that a killed test run leaves nothing behind. The word `keep` in the pipe keeps the data. The pipe is
 * moved to descriptor 3, because a shell gives background processes an empty standard input.
 */
const keeper =
  'exec 3<&0; home=$1; shift; "$@" 3<&- </dev/null & pid=$!; ' +
  '(read -r word <&3; echo "$word" >"$home/word"; kill -TERM $pid) & wait $pid; code=$?; ' +
  'read -r word 2>/dev/null <"$home/word"; [ "$word" = keep ] || rm -rf "$home"; exit $code'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

/** Whether a NATS server listens on the port: it introduces itself to everyone who connects. */
async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (does: boolean) => {
      socket.destroy()
      resolve(does)
    }
    socket.once('data', (data) => end(data.toString('latin1').startsWith('INFO ')))
    socket.once('error', () => end(false))
    socket.once('close', () => resolve(false))
  })
}

interface Running {
  end(word: 'keep' | 'remove'): Promise<void>
}

async function run(program: string, home: string, port: number): Promise<Running> {
  const child: ChildProcess = spawn('/bin/sh', ['-c', keeper, 'keeper', home, program, '-c', join(home, 'nats.conf')], {
    cwd: home,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const add = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-4000)
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = async (word: string): Promise<void> => {
    child.stdin?.end(`${word}\n`)
    await ended
  }
  const deadline = performance.now() + 30_000
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await end('keep')
      throw new Error(`nats-server did not start to listen on port ${port}: ${output.trim()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { end }
}

/**
 * Starts a throw-away nats-server on a free port of 127.0.0.1.
 *
 * @param settings lines for its configuration
 * @throws Error that says what to do when it is not installed
 */
export async function startNats(
  settings: readonly string[] = [],
  { jetStream = true }: { jetStream?: boolean } = {},
): Promise<NatsServer> {
  const home = await mkdtemp(join(tmpdir(), 'onedoor-nats-'))
  try {
    const program = await ensureNatsServer()
    const port = await freePort()
    const conf = [
      `listen: 127.0.0.1:${port}`,
      ...(jetStream
        ? [`jetstream { store_dir: ${JSON.stringify(join(home, 'store'))}, max_mem: 64MB, max_file: 2GB }`]
        : []),
      ...(settings.some((line) => line.startsWith('max_payload')) ? [] : ['max_payload: 4MB']),
      ...settings,
    ]
    await writeFile(join(home, 'nats.conf'), `${conf.join('\n')}\n`)
    let running: Running | undefined = await run(program, home, port)
    const end = async (word: 'keep' | 'remove'): Promise<void> => {
      await running?.end(word)
      running = undefined
    }
    return {
      url: `nats://127.0.0.1:${port}`,
      halt: () => end('keep'),
      async resume() {
        running ??= await run(program, home, port)
      },
      async stop() {
        await end('remove')
        await rm(home, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    throw new Error(`No NATS server for the tests: ${(error as Error).message}`, { cause: error })
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'

/** The result of a command; `output` holds both of its streams, in the order of arrival. */
export interface Finished {
  readonly code: number
  readonly output: string
}

const running = new Set<ChildProcess>()

/** A step that takes longer is stuck: the slowest one takes ten minutes on a small machine, and longer on a busy one. */
const limitMs = 40 * 60_000

/** On an interrupt, stops the running commands and exits with the signal's code. */
export function stopWithThisProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      for (const child of running) child.kill(signal)
      process.exit(128 + constants.signals[signal])
    })
  }
}

/**
 * Runs a script with the current Node.
 *
 * @param args the script and its arguments
 * @param options cwd: the folder to run in; env: added to this process's environment; isShown: print the output as it
 *   arrives instead of collecting it
 * @returns exit code (1 when it was killed) and output
 */
export function node(
  args: readonly string[],
  { cwd, env = {}, isShown = false }: { cwd: string; env?: NodeJS.ProcessEnv; isShown?: boolean },
): Promise<Finished> {
  const sink = isShown ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, {
    cwd,
    // Colours are noise in a log file; some tools write them whenever CI is set.
    env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }), ...env },
    stdio: ['ignore', sink, sink],
    timeout: limitMs,
  })
  running.add(child)
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code, signal) => {
      running.delete(child)
      const ended = signal === null ? '' : `\nkilled by ${signal}`
      resolve({ code: code ?? 1, output: `${Buffer.concat(chunks).toString('utf8')}${ended}` })
    })
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '..')

/** Commands lead process groups, so that an interrupt also ends their children. Windows has none. */
const detached = process.platform !== 'win32'
const running = new Set<ChildProcess>()

/** On an interrupt, stops the running commands, with all that they started, and exits. */
export function stopWithThisProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      for (const { pid } of running) if (pid) process.kill(detached ? -pid : pid, signal)
      process.exit(1)
    })
  }
}

/**
 * Runs the current Node in the project's folder.
 *
 * @param args a script's path and its arguments, or `--run` and the name of an npm script
 * @param isShown print the output as it arrives instead of collecting it
 * @returns exit code (1 when it was killed), and the output of both streams in the order of arrival
 */
export async function node(args: readonly string[], env: NodeJS.ProcessEnv = {}, isShown = false) {
  const sink = isShown ? 'inherit' : 'pipe'
  // Colours are noise in a log file; some tools write them whenever CI is set.
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }
  const options = { cwd: root, env: { ...process.env, ...colours, ...env }, detached }
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', sink, sink] })
  running.add(child)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => output.push(text))
  const [code] = await once(child, 'close')
  running.delete(child)
  return { code: (code as number | null) ?? 1, output: output.join('') }
}

import { basename } from 'node:path'
import { type Config, ConfigError, loadConfig } from './app/config.ts'
import { type RunningServer, type ServerOptions, startServer } from './app/server.ts'
import { createLog, type Log } from './runtime/base/log.ts'
import { commandLine } from './runtime/base/version.ts'
import { StoreUnavailableError } from './runtime/store/store-errors.ts'

/** Lets this file run the sandbox of a server instead of a server. */
const sandboxArgument = 'sandbox-process'

// Not awaited here: modules that the start imports later import this one, which must have run by then.
if (process.argv[2] === sandboxArgument) void import('./worlds/beside/sandbox-program.ts')
else void start()

async function start(): Promise<void> {
  try {
    const config = loadConfig()
    const log = createLog(config)
    const starting = startServer({ config, log, ...(await besideOf(config)) })
    stopOnSignals(starting)
    // A closing terminal also sends it, and its server should end.
    if (!process.stdin.isTTY) process.on('SIGHUP', () => void starting.then((server) => reload(server, log)))
    await welcome(await starting)
  } catch (failure) {
    console.error(
      failure instanceof ConfigError ? failure.message : `Onedoor cannot start: ${(failure as Error).message}`,
    )
    process.exitCode = 1
  }
}

/** Loaded only where it is on. */
async function besideOf({ sandbox }: Config): Promise<Pick<ServerOptions, 'openBeside'>> {
  if (sandbox === 'off') return {}
  const { openSandboxBeside } = await import('./worlds/beside/sandbox-beside.ts')
  const file = process.argv[1] ?? ''
  // This file is faster to start than that of the sources, because it is joined from many.
  const isThis = /^main\.(?:mjs|js|ts)$/.test(basename(file))
  return { openBeside: openSandboxBeside(isThis ? [file, sandboxArgument] : undefined) }
}

async function welcome({ config, setupLinks, gatewayUrl }: RunningServer): Promise<void> {
  const setupSecret = await setupLinks.make().catch((failure: unknown) => {
    if (!(failure instanceof StoreUnavailableError)) throw failure
    console.error(failure.message)
    return undefined
  })
  // Unless it is a terminal, standard output has only the log, one JSON object per line.
  const say = process.stdout.isTTY ? console.log : console.error
  const where = config.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : config.dataDir
  say(`Onedoor listens on ${config.baseUrl}`)
  say(`  Docs          ${config.baseUrl}/docs`)
  say(`  API document  ${config.baseUrl}/openapi.json`)
  if (gatewayUrl !== undefined) say(`  Gateway       ${gatewayUrl}  (gRPC, gRPC-Web, Connect, HTTP)`)
  say(`  Data          ${where}`)
  if (setupSecret === undefined) return
  say(`  Set-up link   ${config.baseUrl}/setup?token=${setupSecret}`)
  say(`  No account yet. Open the link once, or:  ${commandLine} account create NAME`)
}

/** Nothing changes if any setting is invalid. */
function reload(server: RunningServer, log: Log): void {
  try {
    server.reload(loadConfig())
  } catch (failure) {
    if (!(failure instanceof ConfigError)) throw failure
    log.error({ faults: failure.faults }, 'settings not reloaded')
  }
}

/**
 * The first signal drains, a later one ends the process at once. Under npm one Ctrl-C arrives twice, from the terminal
 * and from npm, so a signal within a second of the first is not a second one.
 */
function stopOnSignals(starting: Promise<RunningServer>): void {
  let stoppingSince: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > 1000) process.exit(1)
        return
      }
      stoppingSince = performance.now()
      starting
        .then((server) => server.stop())
        .then(
          () => process.exit(0),
          (failure: unknown) => {
            console.error(`Onedoor did not stop cleanly: ${(failure as Error).message}`)
            process.exit(1)
          },
        )
    })
  }
}

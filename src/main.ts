import { ConfigError, loadConfig } from './app/config.ts'
import { type RunningServer, startServer } from './app/server.ts'
import { createLog } from './runtime/base/log.ts'
import { StoreUnavailableError } from './runtime/store/errors.ts'

try {
  const config = loadConfig()
  const log = createLog(config)
  const starting = startServer({ config, log })
  stopOnSignals(starting)
  await welcome(await starting)
} catch (failure) {
  console.error(
    failure instanceof ConfigError ? failure.message : `Onedoor cannot start: ${(failure as Error).message}`,
  )
  process.exitCode = 1
}

async function welcome({ config, setupLinks, gatewayUrl }: RunningServer): Promise<void> {
  const setupSecret = await setupLinks.make().catch((failure: unknown) => {
    if (!(failure instanceof StoreUnavailableError)) throw failure
    console.error(failure.message)
    return undefined
  })
  const where = config.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : config.dataDir
  console.log(`Onedoor listens on ${config.baseUrl}`)
  console.log(`  Docs          ${config.baseUrl}/docs`)
  console.log(`  API document  ${config.baseUrl}/openapi.json`)
  if (gatewayUrl !== undefined) console.log(`  Gateway       ${gatewayUrl}  (gRPC, gRPC-Web, Connect, HTTP)`)
  console.log(`  Data          ${where}`)
  if (setupSecret === undefined) return
  console.log(`  Set-up link   ${config.baseUrl}/setup?token=${setupSecret}`)
  console.log('  No account yet. Open the link once, or:  npm run -s onedoor -- account create NAME --password-stdin')
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

/**
 * `npm run interop`: runs the Go programs of examples/interop against a running server. It needs Go, which downloads two
 * modules at first, so `npm test` leaves it out. Without Go, it says so and passes. The last line is
 * `N passed, N failed`; the exit code is 1 if one failed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../src/testing/program.ts'
import { isThere } from '../consumers/tools.ts'
import { startRealServer } from '../server.ts'

async function runPrograms(): Promise<number> {
  const server = await startRealServer({ GATEWAY_PORT: '0' })
  try {
    const env = {
      ...process.env,
      ONEDOOR_GATEWAY: new URL(server.gatewayUrl).host,
      ONEDOOR_URL: server.baseUrl,
      ONEDOOR_TOKEN: server.credentials.services,
    }
    const options = { cwd: join(root, 'examples/interop'), env, stdio: 'inherit' } as const
    const [code] = (await once(spawn('go', ['run', '.'], options), 'exit')) as [number | null]
    return code ?? 1
  } finally {
    await server.stop()
  }
}

if (await isThere('go', 'version')) process.exitCode = await runPrograms()
else console.log('Skipped: Go is not installed (https://go.dev/dl). Nothing was checked.')

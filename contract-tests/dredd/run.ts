import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runProgram } from '../../src/testing/program.ts'
import { document } from '../document.ts'
import type { Report } from '../report.ts'
import type { RealServer } from '../server.ts'
import { projectForDredd } from './projection.ts'

/** Plays the success of each of these operations with Dredd against a server. */
export async function playWithDredd(report: Report, server: RealServer, ids: ReadonlySet<string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-dredd-'))
  try {
    const projected = join(folder, 'openapi.json')
    const contentType = await contentTypeOf(server)
    await writeFile(projected, JSON.stringify(projectForDredd(document, ids, contentType)))
    const hooks = join(import.meta.dirname, 'hooks.cts')
    const { code, stdout, stderr } = await runProgram({
      args: [
        '--no-deprecation',
        '--no-warnings',
        join(import.meta.dirname, '../node_modules/dredd/bin/dredd'),
        projected,
        server.baseUrl,
        `--hookfiles=${hooks}`,
        '--loglevel=warning',
      ],
      env: { CONTRACT_BASE_URL: server.baseUrl, CONTRACT_CREDENTIALS: JSON.stringify(server.credentials) },
    })
    const output = stripVTControlCharacters(`${stdout}\n${stderr}`)
    await report.check('Dredd plays every served operation once, and each answers as documented', () => {
      const counts = /complete: (\d+) passing, (\d+) failing, (\d+) errors, (\d+) skipped, (\d+) total/.exec(output)
      if (!counts) throw new Error(`Dredd did not finish (exit code ${code}):\n${output}`)
      const [passing, failing, errors, skipped] = counts.slice(1).map(Number)
      report.count(passing ?? 0, (failing ?? 0) + (errors ?? 0) + (skipped ?? 0))
      if (code !== 0 || passing !== ids.size) {
        throw new Error(`${passing} of ${ids.size} operations passed (exit code ${code}):\n${output}`)
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The Content-Type that the server gives its JSON, in its own spelling. */
async function contentTypeOf({ baseUrl }: RealServer): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/no/such`)
  return response.headers.get('content-type') ?? 'application/json'
}

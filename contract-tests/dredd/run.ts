import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../src/testing/program.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { document } from '../document.ts'
import { needs } from '../needs.ts'
import type { Report } from '../report.ts'
import type { RealServer } from '../server.ts'
import { type DreddDocument, projectForDredd } from './projection.ts'

/**
 * Dredd 14 sends the documented example of each operation whose example succeeds as it stands, and checks that the response
 * has status 200, the JSON Content-Type and every key that the document requires. It checks no types or values, no errors
 * and no operation that first needs a record: the other parts and every test compare those with the document. To show that
 * it can fail, Dredd must first report a missing key.
 */
export async function playWithDredd(
  report: Report,
  server: RealServer,
  playable: readonly OperationFacts[],
): Promise<void> {
  const played = playable.filter(({ id, capability }) => !capability && !needs[id])
  const contentType = (await fetch(`${server.baseUrl}/api/v1/no/such`)).headers.get('content-type') ?? ''
  const projected = projectForDredd(document, new Set(played.map(({ id }) => id)), contentType)
  await report.check('Dredd reports a missing key', async () => {
    const [found] = (await play(expectingMore(projected), server)).values()
    if (!found?.includes('Missing required property: no_such_key')) throw new Error(`it reported ${found}`)
  })
  const failures = await play(projected, server)
  for (const { id, verb, path } of played) {
    await report.check(`${id} by Dredd`, () => {
      const failure = failures.get(`${verb} ${path}`)
      if (failure !== undefined) throw new Error(failure)
      if (!failures.has(`${verb} ${path}`)) throw new Error('Dredd did not send it')
    })
  }
}

/** The first operation alone, with a key in its response that it does not have. */
function expectingMore({ paths, ...rest }: DreddDocument): DreddDocument {
  const [path = '', methods = {}] = Object.entries(structuredClone(paths))[0] ?? []
  const [verb = '', operation] = Object.entries(methods)[0] ?? []
  if (!operation) throw new Error('no operation to send')
  for (const media of Object.values(operation.responses[200]?.content ?? {})) media.example = { no_such_key: 1 }
  return { ...rest, paths: { [path]: { [verb]: operation } } }
}

/** The requests that Dredd sent, such as `GET /api/v1/notes/list`, and how each failed; undefined where it passed. */
async function play(described: DreddDocument, server: RealServer): Promise<ReadonlyMap<string, string | undefined>> {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-dredd-'))
  try {
    const [file, results] = [join(folder, 'openapi.json'), join(folder, 'results.xml')]
    await writeFile(file, JSON.stringify(described))
    const program = join(import.meta.dirname, '../node_modules/dredd/bin/dredd')
    const options = [`--header=Authorization: Bearer ${server.credentials.services}`, '--loglevel=error']
    // Its standard output is cut short when it exits; the file is whole.
    const output = ['--reporter=xunit', `--output=${results}`]
    const { stderr } = await runProgram({
      args: ['--no-deprecation', '--no-warnings', program, file, server.baseUrl, ...options, ...output],
    })
    const xml = await readFile(results, 'utf8').catch(() => {
      throw new Error(`Dredd did not start: ${stderr}`)
    })
    const cases = xml.matchAll(/<testcase name="(\w+) \(200\) ([^"?]+)[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs)
    return new Map([...cases].map(([, verb, path, failure]) => [`${verb} ${path}`, failure?.slice(0, 2000)]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

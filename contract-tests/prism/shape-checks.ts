import { isServed } from '../../src/app/families.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { callByName, clientOf, methods } from '../document.ts'
import { needs } from '../needs.ts'
import type { Report } from '../report.ts'
import { type RealServer, tokenFor } from '../server.ts'
import { startMock } from './mock.ts'
import { shapeDifferences } from './shapes.ts'

/** Optional data that depends on what other parts of the smoke leave in the account. */
const byOccasion: Readonly<Record<string, readonly string[]>> = {
  'agent.approvals': ['.result.items[].decided'],
  'apps.build': ['.result.is_tried', '.result.name', '.result.slug', '.result.url'],
  'apps.collection': ['.result.items[].icon_url', '.result.items[].origin.build'],
  'calls.list': ['.result.items[].approval_id', '.result.items[].caller_id', '.result.items[].run_id'],
  'chat.rooms': ['.result.next_cursor'],
  'inbox.read': ['.items[].link', '.items[].origin', '.next_offset'],
  'recall.list': ['.result.items[].agent'],
  'work.read': ['.items[].place', '.items[].position', '.items[].task'],
}

/**
 * Calls these operations on the mock and on a running server by the generated client with the same arguments. Both
 * return a body of the same shape if the operation is served; otherwise the server returns 501.
 */
export async function checkShapes(
  report: Report,
  server: RealServer,
  chosen: readonly OperationFacts[],
): Promise<void> {
  const mock = await startMock(0)
  try {
    for (const { id, family, example } of methods) {
      const operation = chosen.find((each) => each.id === id)
      // An operation that needs a payment is called by the official clients.
      if (!operation || operation.topUp) continue
      const token = tokenFor(server.credentials, operation)
      const onedoor = clientOf(server.baseUrl, token)
      await report.check(`${id} on the mock and on the server`, async () => {
        const serves = isServed({ id, family })
        const args = (serves && (await needs[id]?.(onedoor, example.args))) || example.args
        const real = await callByName(onedoor, id, args)
        const mocked = await callByName(clientOf(mock.url, token), id, args)
        if (mocked.status !== 200) throw new Error(`the mock returned ${mocked.status}: ${JSON.stringify(mocked.body)}`)
        if (real.status !== (serves ? 200 : 501)) {
          throw new Error(`the server returned ${real.status}: ${JSON.stringify(real.body)}`)
        }
        const differences = (serves ? shapeDifferences(mocked.body, real.body) : []).filter(
          (each) => !byOccasion[id]?.some((path) => each.startsWith(`only the server has ${path}:`)),
        )
        if (differences.length > 0) throw new Error(differences.join('; '))
      })
    }
  } finally {
    await mock.stop()
  }
}

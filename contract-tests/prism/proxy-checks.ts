import { checkResponse } from '../../src/testing/check-response.ts'
import { freePort } from '../../src/testing/loopback.ts'
import type { SentCall } from '../../src/testing/relations/arguments.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { encodeRequest } from '../../tools/codegen/targets/client/runtime/request.ts'
import { clientOf, exampleOf } from '../document.ts'
import { needs } from '../needs.ts'
import type { Report } from '../report.ts'
import { type RealServer, tokenFor } from '../server.ts'
import { checkViolations, proxyCommand, startPrism } from './prism.ts'

/**
 * Plays each of these operations through Prism before a running server: a success, and a rejection of an
 * unknown argument. Prism must report no violation in any response.
 */
export async function checkProxy(
  report: Report,
  server: RealServer,
  playable: readonly OperationFacts[],
): Promise<void> {
  const port = await freePort()
  const proxy = await startPrism(proxyCommand(port, server.baseUrl))
  try {
    for (const operation of playable) {
      const token = tokenFor(server.credentials, operation)
      const example = exampleOf(operation)
      await report.check(`${operation.id} through the proxy`, async () => {
        const args = (await needs[operation.id]?.(clientOf(server.baseUrl, token), example)) ?? example
        const { address, verb, headers, body } = encodeRequest(
          `http://127.0.0.1:${port}`,
          operation.id,
          operation,
          args,
        )
        const init = { method: verb, headers: { ...headers, authorization: `Bearer ${token}` }, ...(body && { body }) }
        await expectClean(operation.id, await fetch(address, init), 200, { path: address, body })
        const refused = await fetch(`${address}${address.includes('?') ? '&' : '?'}no_such_argument=1`, init)
        await expectClean(operation.id, refused, 400)
      })
    }
  } finally {
    await proxy.stop()
  }
}

async function expectClean(id: string, response: Response, status: number, call?: SentCall): Promise<void> {
  const body: unknown = await response.json()
  if (response.status !== status) throw new Error(`returned ${response.status}: ${JSON.stringify(body)}`)
  checkResponse(id, status, body, 'product', call)
  checkViolations(id, response)
}

import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Examples } from '../runtime/outbound/description.ts'
import { type ProviderStandIn, startProviderStandIn } from './provider-stand-in.ts'
import { serverForTests, type TestServer } from './server.ts'

const dayMs = 86_400_000

/**
 * A server for the tests of one block, and a stand-in for its providers. Each test begins with the same
 * responses, long enough after the previous one that all its caches have expired.
 *
 * @param answers the providers' proper responses
 * @param settingsAt the settings that make the server use the stand-in at this address, and others
 * @param now the time of the server's clock before the first test, RFC 3339
 */
export function serverWithProviders(
  answers: Examples,
  settingsAt: (url: string) => Readonly<Record<string, string>>,
  now?: string,
): { server: () => TestServer; standIn: () => ProviderStandIn } {
  let standIn: ProviderStandIn | undefined
  const settings: Record<string, string> = {}
  beforeAll(async () => {
    standIn = await startProviderStandIn(answers, () => server().clock.now())
    Object.assign(settings, settingsAt(standIn.url))
  })
  const server = serverForTests({ settings, ...(now === undefined ? {} : { now }) })
  afterAll(() => standIn?.[Symbol.asyncDispose]())
  beforeEach(() => {
    Object.assign(running(), { answers, fault: undefined })
    server().clock.advance(42 * dayMs)
  })
  function running(): ProviderStandIn {
    if (!standIn) throw new Error('The stand-in runs only inside tests')
    return standIn
  }
  return { server, standIn: running }
}

import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ExampleResponse, Examples } from '../runtime/outbound/description.ts'
import { type ProviderStandIn, startProviderStandIn } from './provider-stand-in.ts'
import { serverForTests, type TestServer, type TestServerOptions } from './server.ts'

const weekMs = 7 * 86_400_000

type SettingsAt = (url: string) => Readonly<Record<string, string>>

/**
 * A server for the tests of one block, and a stand-in for its providers. Each test begins with the same
 * responses, at the same time of the week, long enough after the previous one that all its caches have expired.
 *
 * @param answers the providers' proper responses
 * @param settingsAt the settings that make the server use the stand-in at this address, and others
 * @param now the time of the server's clock before the first test, RFC 3339
 */
export function serverWithProviders(answers: Examples, settingsAt: SettingsAt, now?: string) {
  let standIn: ProviderStandIn | undefined
  const settings: Record<string, string> = {}
  const others: (() => void)[] = []
  const time = now === undefined ? {} : { now }
  let startedAt = 0
  beforeAll(async () => {
    standIn = await startProviderStandIn(answers, () => server().clock.now())
    Object.assign(settings, settingsAt(standIn.url))
    for (const fill of others) fill()
  })
  const server = serverForTests({ settings, ...time })
  beforeAll(() => {
    startedAt = server().clock.now()
  })
  afterAll(() => standIn?.[Symbol.asyncDispose]())
  beforeEach(() => {
    Object.assign(running(), { answers, fault: undefined })
    const sinceWeekMs = (server().clock.now() - startedAt) % weekMs
    server().clock.advance(7 * weekMs - sinceWeekMs)
  })
  function running(): ProviderStandIn {
    if (!standIn) throw new Error('The stand-in runs only inside tests')
    return standIn
  }
  return {
    server,
    standIn: running,
    /** Another server with the same providers. @param differences its other settings */
    another(differences: SettingsAt, options: Pick<TestServerOptions, 'onLogLine'> = {}): () => TestServer {
      const own: Record<string, string> = {}
      others.push(() => Object.assign(own, settings, differences(running().url)))
      return serverForTests({ ...options, settings: own, ...time })
    },
    /** Makes the providers return something else at some paths. */
    returning(pattern: RegExp, answer: ExampleResponse): void {
      running().answers = (request, at) => (pattern.test(request.path) ? answer : answers(request, at))
    },
  }
}

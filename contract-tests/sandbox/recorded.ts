import { deepStrictEqual, ok } from 'node:assert'
import { checkBody } from '../../src/testing/check-response.ts'
import type { Exchange } from '../../src/testing/record-exchange.ts'
import type { Report } from '../report.ts'
import { differences, differentArguments } from './differences.ts'
import { type ExampleWorld, sendJson, startExampleWorld } from './world.ts'

/** Statuses by which a world would say that it cannot do what a server can. */
const ownFaults = new Set([405, 500, 501])
const callLimitMs = 30_000
/** Fewer than an account may make in a minute. */
const callsAMinute = 500

/**
 * Makes in a world the calls that the tests recorded on servers, as one account. Records of the tests do not exist there,
 * so the responses differ, but each must be as documented. The arguments that a server does not allow, a world does
 * not allow either.
 */
export async function checkRecordedInWorld(report: Report, recorded: readonly Exchange[]): Promise<void> {
  const exchanges = recorded.filter(({ operationId }) => !(operationId in differences))
  const world = await startExampleWorld()
  const clock = `${new URL(world.baseUrl).origin}/sandbox/worlds/${world.world.name}/clock`
  try {
    for (const [number, exchange] of exchanges.entries()) {
      if (number % callsAMinute === 0) await sendJson(clock, 'POST', { advance: 'PT1M' })
      const { method, path, status } = exchange
      await report.check(`${method} ${path.slice(0, 200)}, which returned ${status} on a server, in a world`, () =>
        play(world, exchange),
      )
    }
  } finally {
    await world.stop()
  }
}

async function play({ baseUrl, credentials }: ExampleWorld, exchange: Exchange): Promise<void> {
  const { operationId, method, path, requestHeaders, requestBody } = exchange
  const { authorization, 'content-type': contentType } = requestHeaders
  const headers = {
    ...(authorization !== undefined && { authorization: `Bearer ${credentials.services}` }),
    ...(contentType !== undefined && { 'content-type': contentType }),
  }
  const signal = AbortSignal.timeout(callLimitMs)
  const response = await fetch(baseUrl + path, { method, headers, signal, ...(requestBody && { body: requestBody }) })
  const body = (await response.json()) as { readonly code?: unknown }
  if (response.status !== exchange.status) ok(!ownFaults.has(response.status), JSON.stringify(body))
  checkBody(operationId, response.status, body)
  // Where a server knew a record, and only then found the arguments wrong, a world has no such record.
  if (isAboutArguments(exchange) && body.code !== 'not_found')
    deepStrictEqual([response.status, body.code], [exchange.status, 'invalid_argument'], JSON.stringify(body))
}

/** Whether a server refused the arguments, for a reason that also exists in a world. */
function isAboutArguments({ operationId, status, body }: Exchange): boolean {
  const { code, details } = (body ?? {}) as { readonly code?: unknown; readonly details?: unknown }
  return status === 400 && code === 'invalid_argument' && details !== undefined && !(operationId in differentArguments)
}

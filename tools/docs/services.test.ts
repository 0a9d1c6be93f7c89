import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CORE_SERVICES } from '../../src/runtime/accounts/grant.ts'
import { type ErrorCode, errorCodes, serviceStatusOf } from '../../src/runtime/base/errors.ts'
import { serverForTests } from '../../src/testing/server.ts'

const markdown = readFileSync(join(import.meta.dirname, '../../docs/services.md'), 'utf8')
const server = serverForTests({ settings: { GATEWAY_PORT: '0', RUNTIME: 'on' } })

/** The cells of every row whose first cell matches, without backticks. */
function rows(first: RegExp): string[][] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '))
  const cells = lines.map((line) => line.slice(1, -1).split('|'))
  return cells
    .map((row) => row.map((cell) => cell.trim().replaceAll('`', '')))
    .filter(([cell]) => cell !== undefined && first.test(cell))
}

test('the table of errors in docs/services.md is the one that the server uses', () => {
  const documented = rows(/^\d{3}$/).map(([status, code]) => [status, code])
  const served = (Object.keys(errorCodes) as ErrorCode[]).map((code) => [serviceStatusOf(code), errorCodes[code].grpc])
  const rowsByStatus = new Map(served.map(([status, code]) => [`${status} ${code}`, [String(status), code]]))
  expect(documented).toEqual([...rowsByStatus.values()].sort(([one], [other]) => Number(one) - Number(other)))
})

const calls = rows(/^[a-z]+$/).filter(([, , method]) => method?.includes('/'))

test('the table of services is complete', () => {
  expect(calls.map(([service]) => service)).toEqual([...CORE_SERVICES, 'url'])
})

test.each(calls)('the call of %s returns the same to gRPC clients and at the gateway', async (...row) => {
  const [, , method, message, path] = row
  const account = await server().account()
  const { store } = server()
  await store.write((tx) => tx.run(store.sql('accounts').where({ id: account.id }).update({ is_admin: true })))
  const send = async (to: string | undefined) => {
    const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' }
    const response = await fetch(`${server().gatewayUrl}/${to}`, { method: 'POST', headers, body: message ?? '' })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const [direct, gateway] = [await send(method), await send(path?.slice(1))]
  // Settings return 404 while nothing is set.
  if (direct.status === 404) {
    expect(gateway).toMatchObject({ status: 404, body: JSON.parse(String(direct.body.message)) })
    return
  }
  expect([direct.status, gateway.status]).toEqual([200, 200])
  // Connect omits empty fields, the gateway does not.
  expect(gateway.body).toMatchObject(direct.body)
})

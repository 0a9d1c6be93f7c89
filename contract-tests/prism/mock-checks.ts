import { deepStrictEqual, partialDeepStrictEqual } from 'node:assert'
import { createClient } from '../../generated/client/index.js'
import type { OperationId } from '../../generated/server/operations.ts'
import { checkBody } from '../../src/testing/check-response.ts'
import { documentedStatuses } from '../../src/testing/stand-ins.ts'
import { encodeRequest } from '../../tools/codegen/targets/client/runtime/request.ts'
import { callByName, clientOf, methods, operations } from '../document.ts'
import type { Report } from '../report.ts'
import { startMock } from './mock.ts'

/**
 * Starts the mock and calls every operation with the document's own example arguments. Each response must be the
 * document's example and match the schema: an example that contradicts its schema, an argument that the client encodes
 * wrongly and a path that the mock cannot serve all fail here. Then checks what a front end needs from a mock.
 */
export async function checkMock(report: Report): Promise<void> {
  const mock = await startMock(0)
  try {
    await checkExamples(report, mock.url)
    await checkErrors(report, mock.url)
    await checkDynamic(report, mock.url)
  } finally {
    await mock.stop()
  }
}

async function checkExamples(report: Report, baseUrl: string): Promise<void> {
  const token = 'od_example'
  const onedoor = clientOf(baseUrl, token)
  for (const { id, example } of methods) {
    await report.check(`mock ${id}`, async () => {
      expectExample(id, example.body, await callByName(onedoor, id, example.args))
    })
  }
  // The client sends these as POST; the other form is served too.
  for (const { formOf } of operations) {
    const method = methods.find(({ id }) => id === formOf)
    const form = operations.find(({ id }) => id === formOf)
    if (!method || !form) continue
    await report.check(`mock ${form.verb} ${form.path}`, async () => {
      const { address, verb, headers } = encodeRequest(baseUrl, form.id, form, method.example.args)
      const response = await fetch(address, { method: verb, headers: { ...headers, authorization: `Bearer ${token}` } })
      expectExample(form.id, method.example.body, { status: response.status, body: await response.json() })
    })
  }
}

/** Responses that authors of a front end have to handle, as the server returns them. */
async function checkErrors(report: Report, baseUrl: string): Promise<void> {
  const list = `${baseUrl}/api/v1/notes/list`
  const authorization = 'Bearer od_example'
  const expectError = async (answer: Promise<Response>, status: number, body: object) => {
    const response = await answer
    const found = (await response.json()) as { error: string; code: string; details?: unknown }
    if (response.status !== status) throw new Error(`returned ${response.status}: ${JSON.stringify(found)}`)
    partialDeepStrictEqual(found, body)
  }
  await report.check('the mock rejects a call without a credential', () =>
    expectError(fetch(list), 401, { code: 'unauthenticated' }),
  )
  await report.check('the mock asks for a payment without a credential', () =>
    expectError(fetch(`${baseUrl}/api/v1/routes/eta?from=Ghent&to=Bruges`), 402, { code: 'payment_required' }),
  )
  await report.check('pages of any origin may call the mock', async () => {
    const { headers } = await fetch(list, { headers: { origin: 'http://localhost:5173' } })
    const allowed = headers.get('access-control-allow-origin')
    if (allowed !== '*' && allowed !== 'http://localhost:5173') throw new Error(`allows ${allowed}`)
  })
  await report.check('the mock rejects a body with the faults that the server finds', () =>
    expectError(
      fetch(`${baseUrl}/api/v1/notes/add`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ title: '', txt: 'x' }),
      }),
      400,
      { code: 'invalid_argument', details: [{ path: 'text' }, { path: 'txt' }, { path: 'title' }] },
    ),
  )
  await report.check('the mock rejects a query with the faults that the server finds', () =>
    expectError(fetch(`${baseUrl}/api/v1/tasks/list?limit=0`, { headers: { authorization } }), 400, {
      code: 'invalid_argument',
      details: [{ path: 'limit', message: 'must be at least 1' }],
    }),
  )
  await report.check('the mock names the method that an unknown path means', () =>
    expectError(fetch(`${baseUrl}/api/v1/notes/lisst`), 404, { code: 'unknown_method' }),
  )
  await report.check('the mock returns an undocumented status with its own code', () =>
    expectError(fetch(list, { headers: { authorization, prefer: 'code=503' } }), 503, { code: 'unavailable' }),
  )
  await report.check('the mock says which statuses a call has', () =>
    expectError(fetch(list, { headers: { authorization, prefer: 'code=299' } }), 400, { code: 'invalid_argument' }),
  )
  // One whose errors have the tools' format, and one with the older format.
  for (const { id, example } of methods.filter((method) => ['notes.add', 'url.resolve'].includes(method.id))) {
    for (const status of documentedStatuses(id as OperationId)) {
      await report.check(`the mock of ${id} returns ${status} on request`, async () => {
        const onedoor = createClient({
          baseUrl,
          token: 'od_example',
          headers: { prefer: `code=${status}` },
          retries: 0,
        })
        const answer = await callByName(onedoor, id, example.args)
        if (answer.status !== Number(status)) throw new Error(`returned ${answer.status}`)
        checkBody(id, answer.status, answer.body)
      })
    }
  }
}

/** Generated responses, for front ends that should handle other texts than the examples. */
async function checkDynamic(report: Report, baseUrl: string): Promise<void> {
  const headers = { prefer: 'dynamic=true' }
  const onedoor = createClient({ baseUrl, token: 'od_example', headers, retries: 0 })
  for (const { id, example } of methods) {
    await report.check(`the mock generates a response of ${id}`, async () => {
      const { status, body } = await callByName(onedoor, id, example.args)
      if (status !== 200) throw new Error(`returned ${status}: ${JSON.stringify(body)}`)
      checkBody(id, 200, body)
    })
  }
}

function expectExample(id: string, example: unknown, answer: { status: number; body: unknown }): void {
  if (answer.status !== 200) throw new Error(`returned ${answer.status}: ${JSON.stringify(answer.body)}`)
  checkBody(id, 200, answer.body)
  deepStrictEqual(answer.body, example, `the mock of ${id} did not return the document's example`)
}

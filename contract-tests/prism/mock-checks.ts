import { deepStrictEqual } from 'node:assert'
import { createClient } from '../../generated/client/index.js'
import type { OperationId } from '../../generated/server/operations.ts'
import { checkBody } from '../../src/testing/check-response.ts'
import { freePort } from '../../src/testing/program.ts'
import { documentedStatuses } from '../../src/testing/stand-ins.ts'
import { encodeRequest } from '../../tools/codegen/targets/client/runtime/request.ts'
import { callByName, clientOf, methods, operations } from '../document.ts'
import type { Report } from '../report.ts'
import { mockCommand, startPrism } from './prism.ts'

const startLimitMs = 5000

/**
 * Starts the mock and calls every operation with the document's own example arguments. Each response must be the
 * document's example and match the schema: an example that contradicts its schema, an argument that the client encodes
 * wrongly and a path that the mock cannot serve all fail here. Then checks what a front end needs from a mock.
 */
export async function checkMock(report: Report): Promise<void> {
  await report.check('the mock starts within 5 seconds', async () => {
    const startMs: [number, ...number[]] = [await timeStart()]
    // The other tests of a run may keep the machine busy, which may slow one start but not two.
    if (startMs[0] > startLimitMs) startMs.push(await timeStart())
    if (Math.min(...startMs) > startLimitMs) throw new Error(`it took ${startMs.map(Math.round).join(' and ')} ms`)
  })
  const port = await freePort()
  const mock = await startPrism(mockCommand(port))
  const baseUrl = `http://127.0.0.1:${port}`
  try {
    await checkExamples(report, baseUrl)
    await checkConveniences(report, baseUrl)
    await checkDynamic(report, baseUrl)
  } finally {
    await mock.stop()
  }
}

async function timeStart(): Promise<number> {
  const command = mockCommand(await freePort())
  const started = performance.now()
  const mock = await startPrism(command)
  const tookMs = performance.now() - started
  await mock.stop()
  return tookMs
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

/** Conveniences for authors of a front end. */
async function checkConveniences(report: Report, baseUrl: string): Promise<void> {
  const list = `${baseUrl}/api/v1/notes/list`
  const add = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/api/v1/notes/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const expectStatus = async (answer: Promise<Response>, status: number) => {
    const response = await answer
    if (response.status !== status) throw new Error(`returned ${response.status}: ${await response.text()}`)
    return response
  }
  await report.check('the mock needs no credential', () => expectStatus(fetch(list), 200))
  await report.check('pages of any origin may call the mock', async () => {
    const { headers } = await fetch(list, { headers: { origin: 'http://localhost:5173' } })
    const allowed = headers.get('access-control-allow-origin')
    if (allowed !== '*' && allowed !== 'http://localhost:5173') throw new Error(`allows ${allowed}`)
  })
  await report.check('the mock rejects arguments that the document rejects', async () => {
    const response = await add({ title: 'No text', no_such: 1 })
    if (response.status < 400 || response.status > 499) throw new Error(`returned ${response.status}`)
  })
  // One whose errors have the tools' format, and one with the older format.
  for (const { id, example } of methods.filter((method) => ['notes.add', 'url.resolve'].includes(method.id))) {
    for (const status of documentedStatuses(id as OperationId)) {
      await report.check(`the mock of ${id} returns ${status} on request`, async () => {
        const onedoor = createClient({ baseUrl, headers: { prefer: `code=${status}` }, retries: 0 })
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
  const onedoor = createClient({ baseUrl, headers, retries: 0 })
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

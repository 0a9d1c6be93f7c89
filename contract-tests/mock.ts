import { deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import { checkBody } from '../src/testing/check-response.ts'
import { encodeRequest } from '../tools/codegen/targets/client/runtime/request.ts'
import { callByName, clientOf, methods, operations } from './document.ts'
import { freePort, root, startProgram } from './program.ts'
import type { Report } from './report.ts'

/**
 * Starts Prism on the published document and calls every operation with the document's own example arguments. Each
 * answer must be the document's example and what the schema promises: an example that contradicts its schema, an
 * argument that the client encodes wrongly and a path that the mock cannot serve all fail here.
 */
export async function checkMock(report: Report): Promise<void> {
  const port = await freePort()
  const prism = join(import.meta.dirname, 'node_modules/@stoplight/prism-cli/dist/index.js')
  const args = [prism, 'mock', '--port', String(port), join(root, 'generated/openapi.json')]
  const mock = await startProgram({ args }, /Prism is listening on/)
  try {
    const token = 'od_example'
    const baseUrl = `http://127.0.0.1:${port}`
    const onedoor = clientOf(baseUrl, token)
    for (const { id, example } of methods) {
      await report.check(`mock ${id}`, async () => {
        expectExample(id, example.body, await callByName(onedoor, id, example.args))
      })
    }
    // The client sends these as POST; the other form is served all the same.
    for (const { formOf } of operations) {
      const method = methods.find(({ id }) => id === formOf)
      const form = operations.find(({ id }) => id === formOf)
      if (!method || !form) continue
      await report.check(`mock ${form.verb} ${form.path}`, async () => {
        const { address, verb, headers } = encodeRequest(baseUrl, form.id, form, method.example.args)
        const response = await fetch(address, {
          method: verb,
          headers: { ...headers, authorization: `Bearer ${token}` },
        })
        expectExample(form.id, method.example.body, { status: response.status, body: await response.json() })
      })
    }
  } finally {
    await mock.stop()
  }
}

function expectExample(id: string, example: unknown, answer: { status: number; body: unknown }): void {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  checkBody(id, 200, answer.body)
  deepStrictEqual(answer.body, example, `the mock of ${id} did not answer the document's example`)
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Document } from '#runtime/base/openapi.ts'
import { operationFacts } from '../operations.ts'
import { clientMethods } from './client/methods.ts'

const folder = join(import.meta.dirname, '../../../generated')

/** The files of the families below a folder, as one table by method. */
function tableOf<Row>(name: string): Record<string, Row> {
  const place = join(folder, 'docs', name)
  const files = readdirSync(place).map((file) => readFileSync(join(place, file), 'utf8'))
  return Object.assign({}, ...files.map((text) => JSON.parse(text)))
}

test('in a browser the example of every method is written as its documented samples', async () => {
  const { writers } = await import(join(folder, 'docs/sample-writers.js'))
  const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as Document
  const samples = tableOf<Record<string, string>>('samples')
  const forms = tableOf('forms')
  const methods = clientMethods(document, operationFacts(document))
  for (const { id, example } of methods) {
    for (const [language, write] of Object.entries<(...parts: unknown[]) => string>(writers)) {
      // Some methods are no tools of MCP.
      if (samples[id]?.[language] === undefined && language === 'mcp') continue
      const written = write(undefined, forms[id], example.args).trimEnd()
      expect(written, `${id} in ${language}`).toBe(samples[id]?.[language])
    }
  }
  expect(methods.length).toBeGreaterThan(140)
})

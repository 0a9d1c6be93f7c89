import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Document } from '#runtime/base/openapi.ts'
import { operationFacts } from '../../operations.ts'
import { clientMethods } from '../client/methods.ts'
import { pythonName } from '../python/names.ts'
import { folderForTests, runPython } from '../python/testing-python.ts'
import { pythonSample } from './python.ts'

folderForTests()

const file = join(import.meta.dirname, '../../../../generated/openapi.json')
const document = JSON.parse(readFileSync(file, 'utf8')) as Document
const facts = operationFacts(document)

/** Reads scripts as JSON; prints the method and arguments of each one's call of the client. */
const readCalls = `
import ast, json, sys
def call_of(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("onedoor."):
            return [ast.unparse(node.func), {k.arg: ast.literal_eval(k.value) for k in node.keywords}]
print(json.dumps([call_of(source) for source in json.load(sys.stdin)]))
`

describe('a Python sample', () => {
  test('of every operation calls its method with exactly the arguments of the example', async () => {
    const methods = clientMethods(document, facts)
    const samples = methods.map(({ id, example }) => {
      const operation = facts.find((each) => each.id === id)
      if (!operation) throw new Error(`${id} has no facts`)
      return pythonSample(document, operation, example.args)
    })
    const found = JSON.parse(await runPython(['-c', readCalls], JSON.stringify(samples)))
    const expected = methods.map(({ id, example }) => [
      `onedoor.${id}`,
      Object.fromEntries(Object.entries(example.args).map(([name, value]) => [pythonName(name), value])),
    ])
    expect(found).toEqual(expected)
    expect(found.length).toBeGreaterThan(140)
  })

  test('of a second form calls the method of the first', () => {
    const form = facts.find(({ formOf }) => formOf)
    if (!form) throw new Error('No operation is a second form')
    expect(pythonSample(document, form, {})).toContain(`result = onedoor.${form.formOf}()\n`)
  })

  test('breaks a long call into lines, also within its values', () => {
    const operation = facts.find(({ id }) => id === 'routes.nearest')
    if (!operation) throw new Error('routes.nearest has no facts')
    const to = Array.from({ length: 4 }, (_, index) => `British Museum, entrance number ${index}`)
    expect(pythonSample(document, operation, { from: 'here', to })).toContain(`result = onedoor.routes.nearest(
    from_="here",
    to=[
        "British Museum, entrance number 0",
`)
  })
})

import type { Document, Schema } from '#runtime/base/openapi.ts'
import type { Recording, Step } from '../../../../src/worlds/recording/plan.ts'
import type { Mark } from '../../../../src/worlds/recording/recorded-marks.ts'
import { shapeOf } from '../client/schema-types.ts'
import { aligned, goText, tabbed } from '../go/names.ts'
import { resultTypeOf } from '../go/types.ts'
import { anyValue, goCall, goMethods } from '../samples/go.ts'
import { isLonger } from '../samples/layout.ts'
import { withMarks } from './marks.ts'

const maxWidth = 100
const tabWidth = 4

/**
 * A test of Go's standard library that plays a recording in a new world with the generated client, in pieces of one call
 * each. Formatted as by gofmt.
 */
export function* goTest(recording: Recording, document: Document): Generator<string> {
  const { time, isFrozen, start, refersToSeed, steps, leftOut } = recording
  const { methods } = goMethods(document)
  const usesClient = steps.some(
    ({ operation, code, movedTo }) =>
      code !== undefined || movedTo !== undefined || methods.get(operation.id)?.argsName,
  )
  const fails = steps.some(({ code }) => code !== undefined)
  const standard = [...(steps.length > 0 ? ['context'] : []), ...(fails ? ['errors'] : []), 'testing']
  const own = [...(usesClient ? ['onedoor "onedoor.dev/client"'] : []), '"onedoor.dev/client/sandbox"']
  const seed = start && ('seed' in start ? `, Seed: ${goText(start.seed)}` : `, Document: ${anyValue(start.document)}`)
  const world = `sandbox.New(t, sandbox.Options{Clock: ${goText(time)}, Frozen: ${isFrozen}${seed ?? ''}})`
  const seeded = refersToSeed ? '\tseeded := world.Seeds.Results().Results\n' : ''
  yield `${leftOut.map((line) => `// ${line}\n`).join('')}${leftOut.length > 0 ? '\n' : ''}package recorded

import (
${standard.map((name) => `\t"${name}"\n`).join('')}
${own.map((name) => `\t${name}\n`).join('')})

func TestTheRecordedCallsHaveTheRecordedResults(t *testing.T) {
\t${steps.length > 0 ? `world := ${world}\n\tctx := context.Background()` : world}
${seeded}${fails ? '\tvar failure *onedoor.Error\n' : ''}`
  const expression = (mark: Mark) => expressionOf(mark, recording, document)
  for (const step of steps) yield withMarks(tabbed(linesOf(step, document)), recording, '"', expression)
  yield '}\n'
}

function linesOf(step: Step, document: Document): string {
  const { name, operation, caller, args, code, result, movedTo } = step
  const { call } = goCall(document, operation.id, args, { ctx: 'ctx', bytes: bytesLiteral })
  const made = call.replace(/^client/, () => `world.Client(${goText(caller ?? '')})`)
  const clock =
    movedTo === undefined ? '' : `world.Clock.Move(sandbox.ClockMoveArgs{Time: onedoor.Ptr(${goText(movedTo)})})\n`
  const failing = 'err != nil {\n\tt.Fatal(err)\n}\n'
  if (code !== undefined) {
    const expected = `!errors.As(err, &failure) || failure.Code != ${goText(code)}`
    const report = `t.Fatalf(${goText(`${name}: %v`)}, err)`
    return `${clock}if _, err := ${made}; ${expected} {\n\t${report}\n}\n`
  }
  if (result === undefined) return `${clock}if _, err := ${made}; ${failing}`
  const variable = variableOf(step)
  const equal = `sandbox.Equal(t, ${variable}, `
  const compared = `${equal}${laidOut(result, maxWidth - equal.length)})\n`
  return `${clock}${variable}, err := ${made}\nif ${failing}${compared}`
}

/** `notes_add_1` as `notesAdd1`. */
function variableOf({ name }: Step): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A JSON value of type `any`: what fits is on one line, and anything longer has an entry a line, which gofmt aligns in runs. */
function laidOut(value: unknown, room: number, depth = 2): string {
  if (typeof value !== 'object' || value === null) return anyValue(value)
  const line = isLonger(value, room) ? undefined : anyValue(value)
  if (line !== undefined && line.length <= room) return line
  const isList = Array.isArray(value)
  const runs: string[][][] = []
  let isInRun = false
  for (const [name, entry] of Object.entries(value)) {
    const key = isList ? [] : [`${goText(name)}:`]
    const text = laidOut(entry, maxWidth - depth * tabWidth - key.join('').length, depth + 1)
    const isLong = text.includes('\n')
    const row = [...key, `${text},`]
    if (isLong || !isInRun) runs.push([row])
    else runs.at(-1)?.push(row)
    isInRun = !isLong
  }
  return `${isList ? '[]any' : 'map[string]any'}{\n${tabbed(runs.map(aligned).join(''))}}`
}

/** Bytes as a literal of one line. */
function bytesLiteral(base64: string): string {
  const bytes = [...Buffer.from(base64, 'base64')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
  return `[]byte("${bytes.join('')}")`
}

function expressionOf(mark: Mark, { steps }: Recording, document: Document): string {
  if (mark.kind === 'address') return 'world.BaseURL'
  if (mark.kind === 'any') return 'sandbox.Any'
  if (mark.kind === 'seed') return `seeded[${mark.call}]${mark.path.map(ofAny).join('')}.(string)`
  return partOf(steps[mark.step] as Step, mark.path, document)
}

/** The expression for a text in the result of a step. @throws Error for a member that the document does not have */
function partOf(step: Step, path: readonly (string | number)[], document: Document): string {
  const { methods, types } = goMethods(document)
  const method = methods.get(step.operation.id)
  if (!method) throw new Error(`The Go client has no method ${step.operation.id}`)
  let expression = variableOf(step)
  let type = resultTypeOf(method, types)
  let schema: Schema = method.result
  let isPointer = false
  for (const name of path) {
    const shape = shapeOf(document, schema)
    isPointer = false
    if (type === 'any') {
      expression += ofAny(name)
    } else if (typeof name === 'number') {
      expression += `[${name}]`
      type = type.slice('[]'.length)
      schema = shape.items ?? {}
    } else if (type.startsWith('map[string]')) {
      expression += `[${goText(name)}]`
      type = type.slice('map[string]'.length)
      schema = typeof shape.additionalProperties === 'object' ? shape.additionalProperties : {}
    } else {
      const field = types.fieldsOf(type, schema).find((each) => each.name === name)
      if (!field) throw new Error(`The document has no ${path.join('.')} in the result of ${step.operation.id}`)
      expression += `.${field.goName}`
      type = field.type
      schema = field.schema
      isPointer = field.isPointer
    }
  }
  const value = isPointer ? `*${expression}` : expression
  if (type === 'string') return value
  return type === 'any' ? `${expression}.(string)` : `string(${value})`
}

/** What a value of type `any` has under a name or at an index. */
function ofAny(name: string | number): string {
  return typeof name === 'number' ? `.([]any)[${name}]` : `.(map[string]any)[${goText(name)}]`
}

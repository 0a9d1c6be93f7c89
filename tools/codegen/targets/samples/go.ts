import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../../operations.ts'
import { shapeOf } from '../client/schema-types.ts'
import { argsTypeOf, goModel } from '../go/methods.ts'
import { aligned, goName, tabbed } from '../go/names.ts'
import { constantOf, type GoField, type GoTypes } from '../go/types.ts'
import { sendsToken } from './access.ts'

const maxLineLength = 100

/** A Go program that calls an operation with these arguments, and prints its result as JSON. Formatted as by gofmt. */
export function goSample(document: Document, operation: OperationFacts, args: Record<string, unknown>): string {
  const { call, before } = goCall(document, operation.formOf ?? operation.id, args)
  const token = sendsToken(operation) ? ', onedoor.WithToken(os.Getenv("ONEDOOR_TOKEN"))' : ''
  const imports = ['context', ...(before ? ['encoding/base64'] : []), 'encoding/json', 'log', 'os']
  return `package main

import (
${imports.map((name) => `\t"${name}"\n`).join('')}
	onedoor "onedoor.dev/client"
)

func main() {
	client := onedoor.New(onedoor.WithBaseURL("http://localhost:8080")${token})
${tabbed(before)}	result, err := ${tabbed(call).trimStart()}
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		log.Fatal(err)
	}
}
`
}

/** A call with these arguments as Go source, and the statements before it, which are empty for most calls. */
export function goCall(
  document: Document,
  id: string,
  args: Record<string, unknown>,
  ctx = 'context.Background()',
): { call: string; before: string } {
  const { methods, types } = goModel(document)
  const method = methods.find((each) => each.id === id)
  if (!method) throw new Error(`The Go client has no method ${id}`)
  const name = `client.${goName(method.family)}.${goName(method.name)}`
  const type = argsTypeOf(method)
  if (!type) return { call: `${name}(${ctx})`, before: '' }
  const literals = new Literals(document, types)
  const pairs = literals.pairs(types.fieldsOf(type, resolve(document, method.args), true), args)
  const line = `${name}(${ctx}, onedoor.${type}{${pairs.map((pair) => pair.join(' ')).join(', ')}})`
  const lines = aligned(pairs.map(([field, value]) => [field, `${value},`]))
  const isLong = line.length > maxLineLength && pairs.length > 1
  return {
    call: isLong ? `${name}(${ctx}, onedoor.${type}{\n${tabbed(lines)}})` : line,
    before: literals.before.join(''),
  }
}

/** Writes JSON values as Go source. */
class Literals {
  /** Statements for what is no expression. */
  readonly before: string[] = []
  readonly #document: Document
  readonly #types: GoTypes

  constructor(document: Document, types: GoTypes) {
    this.#document = document
    this.#types = types
  }

  /** The fields of a struct that are given, each with its value. Throws for a value that no field takes. */
  pairs(fields: GoField[], values: Record<string, unknown>): [string, string][] {
    const unknown = Object.keys(values).filter((name) => !fields.some((field) => field.name === name))
    if (unknown.length > 0) throw new Error(`The document has no ${unknown.join(', ')} here`)
    return fields.flatMap(({ name, goName: field, type, isPointer, schema, tag }): [string, string][] => {
      if (!(name in values) || tag.includes(' bytes:')) return []
      const value = this.#valueOf(values[name], type, schema)
      return [[`${field}:`, isPointer ? pointerTo(value, type) : value]]
    })
  }

  #valueOf(value: unknown, type: string, schema: Schema): string {
    if (type === '[]byte') return this.#bytes(String(value))
    if (type === 'any') return anyValue(value)
    const shape = shapeOf(this.#document, schema)
    if (Array.isArray(value)) {
      const entries = value.map((entry) => this.#valueOf(entry, type.slice('[]'.length), shape.items ?? {}))
      return `${qualified(type)}{${entries.join(', ')}}`
    }
    if (typeof value === 'object' && value !== null) {
      const { additionalProperties: values } = shape
      const given = value as Record<string, unknown>
      if (!type.startsWith('map')) {
        const pairs = this.pairs(this.#types.fieldsOf(type, schema), given)
        return `${qualified(type)}{${pairs.map((pair) => pair.join(' ')).join(', ')}}`
      }
      const inner = typeof values === 'object' ? values : {}
      const entries = Object.entries(given).map(
        ([key, entry]) => `${JSON.stringify(key)}: ${this.#valueOf(entry, type.slice('map[string]'.length), inner)}`,
      )
      return `${qualified(type)}{${entries.join(', ')}}`
    }
    if (shape.enum?.includes(value) && typeof value === 'string') return `onedoor.${constantOf(type, value)}`
    if (type === 'float64' && Number.isInteger(value)) return `${value}.0`
    return JSON.stringify(value)
  }

  #bytes(base64: string): string {
    const name = this.before.length === 0 ? 'data' : `data${this.before.length + 1}`
    const decoded = `${name}, err := base64.StdEncoding.DecodeString(${JSON.stringify(base64)})`
    this.before.push(`${decoded}\nif err != nil {\n\tlog.Fatal(err)\n}\n`)
    return name
  }
}

function pointerTo(value: string, type: string): string {
  if (value.endsWith('}')) return `&${value}`
  return `onedoor.Ptr(${type === 'int64' ? `int64(${value})` : value})`
}

/** A type with the package of those that have a name. */
function qualified(type: string): string {
  return type.replace(/(?<=^|\])[A-Z]/, 'onedoor.$&')
}

function anyValue(value: unknown): string {
  if (Array.isArray(value)) return `[]any{${value.map(anyValue).join(', ')}}`
  if (value === null) return 'nil'
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${anyValue(entry)}`)
  return `map[string]any{${entries.join(', ')}}`
}

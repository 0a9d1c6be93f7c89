import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'
import { type OperationFacts, operationFacts } from '../../operations.ts'
import { type ClientMethod, clientMethods } from '../client/methods.ts'
import { shapeOf } from '../client/schema-types.ts'
import { aligned, goName, goText, tabbed } from '../go/names.ts'
import { argsTypeOf, constantOf, type GoField, GoTypes } from '../go/types.ts'
import { sendsToken } from './access.ts'

const maxLineLength = 100
const maxInt = 2 ** 31 - 1

/**
 * A Go program that calls an operation with these arguments, and prints its result as JSON. Formatted as by gofmt. The
 * token is read from `ONEDOOR_TOKEN`, and the payment for credits, which a wallet has signed, from `ONEDOOR_PAYMENT`.
 */
export function goSample(document: Document, operation: OperationFacts, args: Record<string, unknown>): string {
  const { call, before } = goCall(document, operation.formOf ?? operation.id, args)
  const token = sendsToken(operation) ? ', onedoor.WithToken(os.Getenv("ONEDOOR_TOKEN"))' : ''
  const payer = operation.topUp ? ', onedoor.WithPayer(pay)' : ''
  const imports = ['context', ...(before ? ['encoding/base64'] : []), 'encoding/json', 'log', 'os']
  return `package main

import (
${imports.map((name) => `\t"${name}"\n`).join('')}
	onedoor "onedoor.dev/client"
)

func main() {
${operation.topUp ? pay : ''}	client := onedoor.New(onedoor.WithBaseURL("http://localhost:8080")${token}${payer})
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

const pay = `\tpay := func(context.Context, onedoor.PaymentChallenge) (map[string]string, error) {
\t\treturn map[string]string{"Payment-Signature": os.Getenv("ONEDOOR_PAYMENT")}, nil
\t}
`

/** The methods of the Go client by id, and its types. */
interface GoMethods {
  readonly methods: ReadonlyMap<string, ClientMethod>
  readonly types: GoTypes
}

const known = new WeakMap<Document, GoMethods>()

/** What calls are written from. Reads no files. */
export function goMethods(document: Document): GoMethods {
  const present = known.get(document)
  if (present) return present
  const methods = new Map(clientMethods(document, operationFacts(document)).map((method) => [method.id, method]))
  const made = { methods, types: new GoTypes(document, []) }
  known.set(document, made)
  return made
}

interface CallOptions {
  readonly ctx?: string
  /** The expression for bytes, given in base64; by default a variable that a statement before the call decodes. */
  readonly bytes?: ((base64: string) => string) | undefined
}

/** A call with these arguments as Go source, and the statements before it, which are empty for most calls. */
export function goCall(
  document: Document,
  id: string,
  args: Record<string, unknown>,
  { ctx = 'context.Background()', bytes }: CallOptions = {},
): { call: string; before: string } {
  const { methods, types } = goMethods(document)
  const method = methods.get(id)
  if (!method) throw new Error(`The Go client has no method ${id}`)
  const name = `client.${goName(method.family)}.${goName(method.name)}`
  const type = argsTypeOf(method)
  if (!type) return { call: `${name}(${ctx})`, before: '' }
  const literals = new Literals(document, types, bytes)
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
  readonly #bytesOf: CallOptions['bytes']

  constructor(document: Document, types: GoTypes, bytesOf: CallOptions['bytes']) {
    this.#document = document
    this.#types = types
    this.#bytesOf = bytesOf
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
    if (type === '[]byte') return this.#bytesOf?.(String(value)) ?? this.#bytes(String(value))
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
        ([key, entry]) => `${goText(key)}: ${this.#valueOf(entry, type.slice('map[string]'.length), inner)}`,
      )
      return `${qualified(type)}{${entries.join(', ')}}`
    }
    if (shape.enum?.includes(value) && typeof value === 'string') return `onedoor.${constantOf(type, value)}`
    if (type === 'float64' && Number.isInteger(value)) return `${value}.0`
    return typeof value === 'string' ? goText(value) : JSON.stringify(value)
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

/** A JSON value as Go source of type `any`, on one line. */
export function anyValue(value: unknown): string {
  if (Array.isArray(value)) return `[]any{${value.map(anyValue).join(', ')}}`
  if (value === null) return 'nil'
  if (typeof value === 'string') return goText(value)
  // A number without a point is an int, which can have 32 bits.
  if (typeof value === 'number' && Math.abs(value) > maxInt) return value.toExponential()
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, entry]) => `${goText(key)}: ${anyValue(entry)}`)
  return `map[string]any{${entries.join(', ')}}`
}

import { describe, expect, test } from 'vitest'
import type { Document } from '#runtime/base/openapi.ts'
import { operationFacts } from './operations.ts'
import { sampleDocument } from './sample-document.ts'
import { handlerTypes } from './targets/handlers.ts'
import { operationsText, operationTable } from './targets/operation-table.ts'

const facts = operationFacts(sampleDocument())

describe('operationFacts', () => {
  test('has what the runtime needs of each operation; doors are left out', () => {
    expect(facts).toEqual([
      {
        id: 'ferries.find',
        family: 'ferries',
        method: 'find',
        verb: 'GET',
        path: '/api/v1/ferries/find',
        summary: 'Find ferries',
        needs: 'open',
        kind: 'read',
        retry: 'safe',
        microCredits: 0,
        withheld: false,
        bodyCapBytes: 16 * 1024,
        provider: undefined,
        capability: undefined,
        formOf: undefined,
        effects: ['reads others'],
        argumentKinds: {},
        envelope: 'result',
        errorForm: 'tools',
        hasBody: false,
        listArguments: ['via'],
      },
      {
        id: 'ferries.book',
        family: 'ferries',
        method: 'book',
        verb: 'POST',
        path: '/api/v1/ferries/book',
        summary: 'Book a ferry',
        needs: 'account',
        kind: 'write',
        retry: 'unsafe',
        microCredits: 2_500_000,
        withheld: true,
        bodyCapBytes: 2048,
        provider: 'Ferry office',
        capability: undefined,
        formOf: undefined,
        effects: ['creates own', 'publishes', 'sends to a person', 'spends'],
        effectWhen: { publishes: [{ argument: 'note' }] },
        argumentKinds: { ferry: 'recipient', passengers: 'text', note: 'visibility' },
        envelope: 'bare',
        errorForm: 'legacy',
        hasBody: true,
        listArguments: [],
      },
    ])
  })

  test('names the arguments that are aliases, in the address and in the body', () => {
    expect(operationFacts(withAliases()).map(({ aliases }) => aliases)).toEqual([{ max: 'limit' }, { remark: 'note' }])
  })
})

function withAliases(): Document {
  const document = sampleDocument()
  const max = { name: 'max', in: 'query', schema: { type: 'integer' }, 'x-alias-of': 'limit' } as const
  document.paths['/api/v1/ferries/find']?.get?.parameters?.push(max)
  const { Booking } = document.components.schemas
  Object.assign(Booking?.properties ?? {}, { remark: { type: 'string', 'x-alias-of': 'note' } })
  return document
}

test('operations.txt has one line per operation, in columns, for reviewers', () => {
  expect(operationsText(facts)).toBe(
    [
      'operation     verb  path                  needs    kind   retry   price        agent',
      'ferries.find  GET   /api/v1/ferries/find  open     read   safe    free         -',
      'ferries.book  POST  /api/v1/ferries/book  account  write  unsafe  2.5 credits  withheld',
      '',
    ].join('\n'),
  )
})

test('the operation table is a module whose rows are the facts', async () => {
  const module = await import(
    `data:text/javascript,${encodeURIComponent(
      operationTable(facts, '1.4.0')
        .replace(/export (type|interface) [^\n]*(\n[ }][^\n]*)*/g, '')
        .replace(/: readonly Operation\[\]/, '')
        .replace(/ as const/, ''),
    )}`
  )
  expect(module.apiVersion).toBe('1.4.0')
  expect(module.families).toEqual(['ferries'])
  expect(module.operations).toEqual(JSON.parse(JSON.stringify(facts)))
  expect(operationTable(facts, '1.4.0')).toContain(
    "export type OperationId =\n  | 'ferries.find'\n  | 'ferries.book'\n",
  )
})

describe('handlers.ts', () => {
  const text = handlerTypes(sampleDocument(), facts)

  test('lets free reads alone stream their results, and makes arguments with a default certain', () => {
    expect(text).toContain("type FreeRead =\n  | 'ferries.find'\n\n")
    expect(text).toContain("interface DefaultedArguments {\n  'ferries.find': 'limit'\n  'ferries.book': 'note'\n}\n")
  })

  test('leaves aliases out of what a handler gets', () => {
    const aliased = withAliases()
    expect(handlerTypes(aliased, operationFacts(aliased))).toContain(
      "interface AliasArguments {\n  'ferries.find': 'max'\n  'ferries.book': 'remark'\n}\n",
    )
  })

  test('need nothing more for another form of a method', () => {
    const [find] = facts
    if (!find) throw new Error('The sample has no operation')
    const form = { ...find, id: 'ferries.find_body', method: 'find_body', formOf: 'ferries.find' }
    expect(handlerTypes(sampleDocument(), [...facts, form])).toBe(text)
  })
})

import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import type { OperationFacts } from '../operations.ts'
import { permissionsPage } from './permissions.ts'

const rowsOf = (facts: readonly Partial<OperationFacts>[]) =>
  permissionsPage(facts.map((each) => ({ ...plain, ...each }) as OperationFacts))
    .split('## Methods')[1]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))

const plain = {
  id: 'notes.put',
  family: 'notes',
  effects: [],
  argumentKinds: {},
  withheld: false,
  microCredits: 0,
} as const

test('every method has a row, and its second form has none', () => {
  const rows = rowsOf(operations as never) ?? []
  const ids = operations.filter(({ formOf }) => !formOf).map(({ id }) => id)
  expect(rows.map((row) => row.split('`')[1])).toEqual(ids)
})

test('a row says what the method does, and what the agent may do before and after it has read text by others', () => {
  expect(
    rowsOf([
      { effects: ['reads own', 'creates own'] },
      { effects: ['creates own', 'publishes'], effectWhen: { publishes: [{ argument: 'public', is: true }] } },
      { effects: ['creates own', 'publishes'] },
      { effects: ['overwrites own'], argumentKinds: { id: 'object' } },
      {
        effects: ['creates own', 'overwrites own'],
        effectWhen: { 'overwrites own': [{ argument: 'title', exists: true }] },
        argumentKinds: { title: 'object' },
      },
      { effects: ['destroys'], argumentKinds: { id: 'object' }, withheld: true },
      { effects: ['reads others', 'spends'], microCredits: 10_000_000 },
      { effects: ['creates own', 'spends'], microCredits: 10_000_001 },
      { effects: ['spends'], topUp: true },
      { effects: ['instructs'], withheld: true, family: 'agent' },
      { effects: ['creates own'], argumentKinds: { url: 'address' } },
      { effects: ['creates own', 'publishes'], argumentKinds: { url: 'address' } },
    ]),
  ).toEqual([
    '| `notes.put` | reads own; creates own | allowed | allowed |',
    '| `notes.put` | creates own; publishes if public is true | allowed | asks if public is true |',
    '| `notes.put` | creates own; publishes | allowed | asks |',
    '| `notes.put` | overwrites own | allowed | asks, unless you chose it |',
    '| `notes.put` | creates own; overwrites own if a record with this title exists | allowed | asks if a record with this title exists, unless you chose it |',
    '| `notes.put` | destroys | asks | asks |',
    '| `notes.put` | reads others; spends | allowed | allowed, up to 10 credits in a run |',
    '| `notes.put` | creates own; spends | allowed | asks |',
    '| `notes.put` | spends | not available | not available |',
    '| `notes.put` | instructs | not available | not available |',
    '| `notes.put` | creates own | allowed | asks if url is given, unless you chose it |',
    '| `notes.put` | creates own; publishes | allowed | asks, unless you chose it |',
  ])
})

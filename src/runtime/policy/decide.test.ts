import { describe, expect, test } from 'vitest'
import { type Effect, type Operation, operations } from '#generated/server/operations.ts'
import { effectsOf } from '../approvals/operation-facts.ts'
import type { Actor } from '../approvals/types.ts'
import { decide } from './decide.ts'
import type { Arguments, Choice, DecidedOperation, Rule, Trust } from './types.ts'

const operation = (facts: Partial<DecidedOperation>): DecidedOperation => ({
  ...{ id: 'notes.list', withheld: false, microCredits: 0, effects: [], argumentKinds: {} },
  ...facts,
})
const trust = (facts: Partial<Trust> = {}): Trust => ({
  ...{ isTainted: true, chosen: [], spentMicroCredits: 0, actor: { kind: 'agent' } },
  ...facts,
})
const choose = (id: string, ...objects: string[]): Choice[] => objects.map((object) => ({ operation: id, object }))
const kindOf = (
  decided: DecidedOperation,
  args: Arguments,
  given: Partial<Trust> = {},
  rules: readonly Rule[] = [],
  found?: Effect,
) => decide(decided, args, trust(given), rules, found).kind

const send = operation({
  ...{ id: 'chat.send', effects: ['sends to a person'] },
  argumentKinds: { room: 'recipient', message: 'text' },
})
const write = operation({
  ...{ id: 'docs.write', effects: ['creates own', 'overwrites own', 'publishes'] },
  effectWhen: { publishes: [{ argument: 'public', is: true }], 'overwrites own': [{ argument: 'id' }] },
  argumentKinds: { id: 'object', public: 'visibility', content: 'text' },
})
const add = operation({
  ...{ id: 'notes.add', effects: ['creates own', 'overwrites own'] },
  effectWhen: { 'overwrites own': [{ argument: 'title', exists: true }] },
  argumentKinds: { title: 'object', text: 'text' },
})
const paid = operation({ id: 'places.nearby', effects: ['reads others', 'spends'], microCredits: 5_000_000 })
const remove = operation({
  ...{ id: 'notes.delete', withheld: true, effects: ['destroys'] },
  argumentKinds: { title: 'object' },
})

describe('a caller that has read nothing by others', () => {
  test('may do what its rights allow, in every operation that is not withheld', () => {
    const asked = operations.filter((each) => kindOf(each, {}, { isTainted: false }) !== 'allow')
    expect(asked.map(({ id }) => id)).toEqual(operations.filter(({ withheld }) => withheld).map(({ id }) => id))
  })
})

describe('a caller that has read text by others', () => {
  test('goes on reading, and creates records of the account', () => {
    expect(kindOf(operation({ effects: ['reads own', 'reads others'] }), {})).toBe('allow')
    expect(kindOf(add, { title: 'Ferries', text: '21:15' })).toBe('allow')
    expect(kindOf(write, { content: 'Hello', public: false })).toBe('allow')
  })

  test.each([
    'overwrites own',
    'destroys',
    'publishes',
    'sends to a person',
    'leaves the instance',
    'instructs',
    'grants',
  ] as const)('is asked before a call that %s', (effect) => {
    expect(kindOf(operation({ effects: ['creates own', effect] }), {})).toBe('ask')
  })

  test('is asked before a conditional effect only where its condition holds', () => {
    expect(effectsOf(write, { id: '', public: 'true' })).toEqual(['creates own'])
    expect(kindOf(write, { content: 'Hello', public: true })).toBe('ask')
    expect(kindOf(write, { id: 'doc_1', content: 'Hello' })).toBe('ask')
    expect(kindOf(add, { title: 'Rent', text: '' }, {}, [], 'overwrites own')).toBe('ask')
  })

  test('is asked before it stores or opens an address that the person did not give', () => {
    const save = operation({ id: 'bookmarks.add', effects: ['creates own'], argumentKinds: { url: 'address' } })
    expect(kindOf(save, { url: 'https://evil.example/' })).toBe('ask')
    const chosen = choose('bookmarks.add', 'https://blog.example/pears')
    expect(kindOf(save, { url: 'https://blog.example/pears' }, { chosen })).toBe('allow')
    expect(kindOf(save, {})).toBe('allow')
  })

  test('spends ten credits in a run, and is asked beyond that, regardless of what was chosen', () => {
    expect(kindOf(paid, {}, { spentMicroCredits: 5_000_000 })).toBe('allow')
    expect(kindOf(paid, {}, { spentMicroCredits: 5_000_001, chosen: choose('places.nearby', 'x') })).toBe('ask')
    expect(kindOf(operation({ effects: ['spends'], priceUnit: 'for each SMS segment' }), {})).toBe('ask')
  })
})

test('a person who is asked about a call learns that it may replace a record, which only its handler finds out', () => {
  const ask: Rule[] = [{ decision: 'ask' }]
  expect(decide(add, { title: 'Rent' }, trust(), ask)).toEqual({
    kind: 'ask',
    reason:
      'A rule of this account asks for approval of notes.add. It replaces the existing record of that name, if there is one.',
  })
  expect(decide(write, { id: 'doc_1' }, trust(), ask)).toMatchObject({
    reason: 'A rule of this account asks for approval of docs.write.',
  })
})

test('a change of a public record publishes it, which its handler finds out and a card says before', () => {
  const update = operation({
    ...{ id: 'images.update', effects: ['overwrites own', 'publishes'], argumentKinds: { id: 'object' } },
    effectWhen: { publishes: [{ argument: 'id', exists: 'public' }] },
  })
  const rules: Rule[] = [{ decision: 'deny', effect: 'publishes' }]
  expect(kindOf(update, { id: '1' }, { isTainted: false }, rules)).toBe('allow')
  expect(kindOf(update, { id: '1' }, { isTainted: false }, rules, 'publishes')).toBe('deny')
  expect(decide(update, { id: '1' }, trust())).toMatchObject({
    reason: expect.stringContaining('If the record is public'),
  })
})

describe('a choice of the person', () => {
  test('allows its operation on its object, and no other operation or object', () => {
    const chosen = choose('chat.send', 'direct:eve')
    expect(kindOf(send, { room: 'direct:eve', message: 'Hello' }, { chosen })).toBe('allow')
    expect(kindOf(send, { room: 'direct:mallory', message: 'Hello' }, { chosen })).toBe('ask')
    expect(kindOf({ ...send, id: 'chat.messages' }, { room: 'direct:eve' }, { chosen })).toBe('ask')
  })

  test('names an address in any of its forms, and everything else exactly', () => {
    const read = operation({
      ...{ id: 'browser.read', effects: ['leaves the instance'] },
      argumentKinds: { url: 'address' },
    })
    const chosen = choose('browser.read', 'https://Shop.example')
    expect(kindOf(read, { url: 'shop.example/' }, { chosen })).toBe('allow')
    const file = operation({ id: 'files.share', effects: ['publishes'], argumentKinds: { name: 'object' } })
    const picked = { chosen: choose('files.share', 'report.txt') }
    expect(kindOf(file, { name: 'report.txt' }, picked)).toBe('allow')
    expect(kindOf(file, { name: 'REPORT.txt' }, picked)).toBe('ask')
    expect(kindOf(file, { name: 'https://report.txt/' }, picked)).toBe('ask')
  })

  test('has to match every argument that matters: object, recipients, visibility and instructions', () => {
    const chosen = choose('docs.write', 'doc_1')
    expect(kindOf(write, { id: 'doc_1', content: 'Hello' }, { chosen })).toBe('allow')
    expect(kindOf(write, { id: 'doc_1', content: 'Hello', public: true }, { chosen })).toBe('ask')
    const both = [...chosen, ...choose('docs.write', 'public')]
    expect(kindOf(write, { id: 'doc_1', content: 'Hello', public: true }, { chosen: both })).toBe('allow')
    const mail = operation({ id: 'mail.send', effects: ['sends to a person'], argumentKinds: { to: 'recipient' } })
    const to = ['ann@example.net', 'eve@example.net']
    expect(kindOf(mail, { to }, { chosen: choose('mail.send', 'ann@example.net') })).toBe('ask')
    expect(kindOf(mail, { to }, { chosen: choose('mail.send', ...to) })).toBe('allow')
  })

  test('has to name each setting that the call changes, even one that it switches off or empties', () => {
    const update = operation({
      ...{ id: 'url.update', effects: ['overwrites own'] },
      argumentKinds: { id: 'object', title: 'text', expiresAt: 'setting', forwardQuery: 'setting', days: 'setting' },
    })
    const chosen = choose('url.update', 'link_1', '2027-01-01')
    const call = (args: Arguments) => kindOf(update, { id: 'link_1', title: 'Mine', ...args }, { chosen })
    expect(call({})).toBe('allow')
    expect(call({ expiresAt: '2027-01-01' })).toBe('allow')
    for (const args of [{ expiresAt: '2030-01-01' }, { expiresAt: '' }, { forwardQuery: false }, { days: [] }]) {
      expect(call(args)).toBe('ask')
    }
    expect(kindOf(update, { expiresAt: '2027-01-01' }, { chosen })).toBe('ask')
  })

  test.each([
    ['contacts.add', { name: 'a', clear: ['email'] }],
    ['apps.edit', { slug: 'a', price: 0 }],
    ['url.update', { id: 'a', forwardQuery: true }],
    ['url.update', { id: 'a', expiresAt: '' }],
    ['events.update', { id: 'a', when: '2027-12-01T09:00:00Z' }],
    ['events.update', { id: 'a', rrule: '' }],
    ['groups.update', { id: 'a', action: 'remove' }],
    ['inbox.mark', { id: 'a', action: 'archive' }],
  ])('of a record for %s does not cover %j', (id, args) => {
    const found = operations.find((each) => each.id === id)
    if (!found) throw new Error(`There is no operation ${id}`)
    const free = { ...found, effects: ['overwrites own'] as const, withheld: false }
    expect(kindOf(free, args, { chosen: choose(id, 'a') }, [], 'overwrites own')).toBe('ask')
  })

  test('of a task covers its status', () => {
    const update = operations.find(({ id }) => id === 'tasks.update')
    if (!update) throw new Error('There is no operation tasks.update')
    expect(kindOf(update, { id: 'a', status: 'done' }, { chosen: choose('tasks.update', 'a') })).toBe('allow')
  })

  test('allows nothing without an object, and never gives rights', () => {
    expect(
      kindOf(operation({ id: 'blog.create', effects: ['publishes'] }), {}, { chosen: choose('blog.create', '') }),
    ).toBe('ask')
    const grant = operation({ id: 'groups.update', effects: ['grants'], argumentKinds: { id: 'object' } })
    expect(kindOf(grant, { id: 'group_1' }, { chosen: choose('groups.update', 'group_1') })).toBe('ask')
  })
})

describe('a withheld operation', () => {
  test('denies an address however it is written, and other objects as they are', () => {
    const read = operations.find(({ id }) => id === 'browser.read') as Operation
    const rules: Rule[] = [{ decision: 'deny', object: 'https://evil.example/' }]
    for (const url of ['https://EVIL.example', 'evil.example', 'https://evil.example/']) {
      expect(kindOf(read, { url }, { isTainted: false }, rules)).toBe('deny')
    }
    expect(kindOf(read, { url: 'https://evil.example/other' }, { isTainted: false }, rules)).toBe('allow')
  })

  test.each(['agent', 'work', 'event'] as const)('is always asked about when %s calls it', (kind) => {
    const chosen = choose('notes.delete', 'Rent')
    const rules: Rule[] = [{ decision: 'allow', operation: 'notes.delete' }]
    expect(kindOf(remove, { title: 'Rent' }, { isTainted: false, chosen, actor: { kind } }, rules)).toBe('ask')
  })

  test('is not withheld from programs', () => {
    expect(kindOf(remove, { title: 'Rent' }, { isTainted: false, actor: { kind: 'mcp', id: 'token_1' } })).toBe('allow')
  })
})

test.each(['work', 'event'] as const)('a run that %s started starts no other run', (kind) => {
  const later = operation({ id: 'events.create', effects: ['instructs'] })
  expect(kindOf(later, {}, { isTainted: false, actor: { kind } })).toBe('deny')
  expect(kindOf(later, {}, { isTainted: false })).toBe('allow')
})

describe('rules', () => {
  const mcp: Actor = { kind: 'mcp', id: 'token_1' }
  const calm = { isTainted: false, actor: mcp }
  const args = { room: 'direct:eve' }

  test('forbid, ask or allow by operation, effect and object, and the strictest of them counts', () => {
    const rule = (decision: Rule['decision'], facts: Partial<Rule> = {}): Rule => ({ decision, ...facts })
    expect(kindOf(send, args, calm, [rule('deny', { operation: 'chat.send' })])).toBe('deny')
    expect(kindOf(send, args, calm, [rule('ask', { effect: 'sends to a person' })])).toBe('ask')
    expect(kindOf(send, args, calm, [rule('ask', { object: 'direct:ann' })])).toBe('allow')
    expect(kindOf(send, args, { actor: mcp }, [rule('allow', { object: 'direct:eve' })])).toBe('allow')
    expect(kindOf(send, args, calm, [rule('allow'), rule('ask'), rule('deny')])).toBe('deny')
  })

  test('that allow never spend beyond the limit or grant for a caller that has read text by others', () => {
    const grant = operation({ id: 'groups.update', effects: ['grants'] })
    expect(kindOf(grant, {}, {}, [{ decision: 'allow', operation: 'groups.update' }])).toBe('ask')
    const spent = { spentMicroCredits: 9_000_000 }
    expect(kindOf(paid, {}, spent, [{ decision: 'allow', operation: 'places.nearby' }])).toBe('ask')
  })

  test('on an amount match calls that cost more, and those whose price varies', () => {
    const above = (aboveMicroCredits: number): Rule[] => [{ decision: 'deny', aboveMicroCredits }]
    expect(kindOf(paid, {}, calm, above(5_000_000))).toBe('allow')
    expect(kindOf(paid, {}, calm, above(4_999_999))).toBe('deny')
    expect(kindOf({ ...paid, microCredits: 1, priceUnit: 'each' }, {}, calm, above(5_000_000))).toBe('deny')
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { exampleArguments } from '../../testing/stand-ins.ts'
import { effectsOf } from '../approvals/operation-facts.ts'
import { actedValues, decide } from './decide.ts'
import { recipientsOf, rulesInEffect } from './rules.ts'
import { type DocumentRule, maxDocumentBytes, parseRules, type RulesDocument, rulesSchema } from './rules-document.ts'
import { isWithin } from './rules-hours.ts'
import { runRuleTests } from './rules-tests.ts'
import type { Trust } from './types.ts'

const operationNamed = (id: string) => operations.find((each) => each.id === id) as Operation
const parsed = (document: object) => parseRules(JSON.stringify(document))
const noon = Date.parse('2026-11-26T12:00:00Z')
const nobody = async () => new Set<string>()

interface Asked {
  readonly id: string
  readonly actor: Trust['actor']
  readonly credentialId?: string
  readonly isTainted?: boolean
  readonly areContacts?: boolean
  readonly args?: Record<string, unknown>
}

function decided(
  document: RulesDocument,
  { id, actor, credentialId, isTainted = false, areContacts = false, args }: Asked,
) {
  const operation = operationNamed(id)
  const given = args ?? exampleArguments(operation.id)
  const situation = { operation, args: given, actor, credentialId, areContacts, nowMs: noon, timeZone: 'UTC' }
  const trust = { isTainted, chosen: [], spentMicroCredits: 0, actor }
  return decide(operation, given, trust, rulesInEffect(document, situation)).kind
}

describe('the precedence of rules', () => {
  const sample = ['notes.add', 'notes.get', 'mail.send', 'chat.send', 'places.nearby', 'docs.write', 'groups.update']
  const kinds = ['agent', 'app', 'mcp', 'token'] as const
  const ids = [undefined, 'one', 'two'] as const
  const objects = ['Groceries', 'direct:eve', 'ann@example.net']
  const rules = fc
    .record({
      decision: fc.constantFrom('allow', 'ask', 'deny'),
      for: fc.option(fc.record({ kind: fc.constantFrom(...kinds), id: fc.constantFrom(...ids) }), { nil: undefined }),
      operation: fc.option(fc.constantFrom(...sample), { nil: undefined }),
      effect: fc.option(fc.constantFrom('creates own', 'sends to a person', 'spends', 'reads others'), {
        nil: undefined,
      }),
      object: fc.option(fc.constantFrom(...objects), { nil: undefined }),
      recipients: fc.option(fc.constantFrom('known', 'unknown'), { nil: undefined }),
      above_credits: fc.option(fc.constantFrom(0, 1, 100), { nil: undefined }),
    })
    .filter((rule) => rule.decision !== 'allow' || (rule.operation !== undefined && rule.above_credits === undefined))
  const args = { title: 'Groceries', text: 'Oats', room: 'direct:eve', to: 'ann@example.net', message: 'Hello' }

  /** The reference: what each condition means, written as plainly as possible. */
  function matches(
    rule: DocumentRule,
    operation: Operation,
    asked: Required<Omit<Asked, 'isTainted' | 'args' | 'id'>>,
  ) {
    const { actor, credentialId, areContacts } = asked
    const isNamed = rule.for?.kind === 'token' || rule.for?.kind === 'mcp'
    if (rule.for?.id !== undefined && isNamed && credentialId !== rule.for.id) return false
    if (rule.for?.id !== undefined && !isNamed && (actor.kind !== rule.for.kind || actor.id !== rule.for.id))
      return false
    if (rule.for && rule.for.id === undefined && actor.kind !== rule.for.kind) return false
    if (rule.operation !== undefined && rule.operation !== operation.id) return false
    if (rule.effect !== undefined && !effectsOf(operation, args).includes(rule.effect)) return false
    if (rule.object !== undefined && !actedValues(operation, args).some(({ value }) => value === rule.object))
      return false
    if (rule.recipients === 'known' && !(hasRecipient(operation) && areContacts)) return false
    if (rule.recipients === 'unknown' && !(hasRecipient(operation) && !areContacts)) return false
    const { microCredits, priceUnit } = operation
    return rule.above_credits === undefined || priceUnit !== undefined || microCredits > rule.above_credits * 1_000_000
  }
  const hasRecipient = ({ id }: Operation) => id === 'mail.send' || id === 'chat.send'

  test('is deny, then ask, then allow among the rules that match, in any order', () => {
    const asked = fc.record({
      actor: fc.record({ kind: fc.constantFrom(...kinds), id: fc.constantFrom('one', 'two') }),
      credentialId: fc.constantFrom('one', 'two', 'three'),
      areContacts: fc.boolean(),
    })
    const seen = new Set<string>()
    const holds = fc.property(
      fc.array(rules, { maxLength: 6 }),
      fc.constantFrom(...sample),
      asked,
      (all, id, about) => {
        const document = parsed({ rules: all })
        const operation = operationNamed(id)
        const found = document.rules.filter((rule) => matches(rule, operation, about)).map(({ decision }) => decision)
        const isAsked = found.includes('ask') || (operation.withheld && about.actor.kind === 'agent')
        const due = found.includes('deny') ? 'deny' : isAsked ? 'ask' : 'allow'
        seen.add(due)
        const turned = { ...document, rules: document.rules.toReversed() }
        expect([decided(document, { id, args, ...about }), decided(turned, { id, args, ...about })]).toEqual([due, due])
      },
    )
    fc.assert(holds, { numRuns: 2000 })
    expect([...seen].sort()).toEqual(['allow', 'ask', 'deny'])
  })
})

describe('what no rule allows', () => {
  test.each(['agent', 'work', 'event'] as const)('is a withheld operation without approval for %s', (kind) => {
    for (const { id } of operations.filter(({ withheld }) => withheld)) {
      const document = parsed({ rules: [{ decision: 'allow', operation: id }] })
      expect([id, decided(document, { id, actor: { kind } })]).not.toEqual([id, 'allow'])
    }
  })
})

describe('whom a rule is for', () => {
  test('the agent is meant with its background work and event prompts', () => {
    const document = parsed({ rules: [{ decision: 'deny', for: { kind: 'agent' }, operation: 'notes.add' }] })
    for (const kind of ['agent', 'work', 'event'] as const)
      expect(decided(document, { id: 'notes.add', actor: { kind } })).toBe('deny')
    expect(decided(document, { id: 'notes.add', actor: { kind: 'app' } })).toBe('allow')
  })

  test('a named token is meant also where it calls through MCP or has started a run or background work', () => {
    const rule = { decision: 'deny', for: { kind: 'token', id: 'token_1' }, operation: 'notes.add' }
    for (const kind of ['token', 'mcp', 'agent', 'work'] as const) {
      for (const credentialId of ['token_1', 'token_1 notes:write'])
        expect(decided(parsed({ rules: [rule] }), { id: 'notes.add', actor: { kind }, credentialId })).toBe('deny')
      expect(decided(parsed({ rules: [rule] }), { id: 'notes.add', actor: { kind }, credentialId: 'token_12' })).toBe(
        'allow',
      )
    }
  })
})

describe('presets', () => {
  const writes = operations.filter(({ kind }) => kind === 'write')

  test('read only denies every operation that writes or costs credits, and no other', () => {
    const document = parsed({ preset: 'read-only' })
    for (const kind of ['agent', 'app', 'mcp', 'token'] as const) {
      const open = operations.filter(({ id }) => decided(document, { id, actor: { kind } }) === 'allow')
      expect(open.filter((each) => writes.includes(each) || each.microCredits > 0)).toEqual([])
      expect(open.map(({ id }) => id)).toContain('notes.get')
    }
  })

  test('careful asks for everything that does more than reading and creating, of all but programs with a token', () => {
    const document = parsed({ preset: 'careful' })
    for (const kind of ['agent', 'app', 'mcp'] as const) {
      expect(decided(document, { id: 'chat.send', actor: { kind } })).toBe('ask')
      expect(decided(document, { id: 'notes.list', actor: { kind } })).toBe('allow')
    }
    expect(decided(document, { id: 'chat.send', actor: { kind: 'token' } })).toBe('allow')
  })

  test('balanced adds nothing, and is what an empty document has', () => {
    expect(parsed({})).toEqual({ preset: 'balanced', rules: [], tests: [], links: [] })
    expect(decided(parsed({}), { id: 'chat.send', actor: { kind: 'app' } })).toBe('allow')
    expect(decided(parsed({}), { id: 'chat.send', actor: { kind: 'app' }, isTainted: true })).toBe('ask')
  })
})

describe('hours', () => {
  const at = (text: string) => Date.parse(text)
  test('are those of the time zone, also where its clocks change', () => {
    const night = { from: '22:00', to: '07:00' }
    expect(isWithin(night, at('2026-11-26T13:30:00Z'), 'Asia/Tokyo')).toBe(true)
    expect(isWithin(night, at('2026-11-26T13:30:00Z'), 'UTC')).toBe(false)
    expect(isWithin(night, at('2026-07-01T05:00:00Z'), 'Europe/Berlin')).toBe(false)
    expect(isWithin(night, at('2026-12-01T05:59:00Z'), 'Europe/Berlin')).toBe(true)
    expect(isWithin(night, at('2026-12-01T06:00:00Z'), 'Europe/Berlin')).toBe(false)
  })

  test('past midnight belong to the day on which they begin', () => {
    const friday = { from: '22:00', to: '07:00', days: ['fri' as const] }
    expect(isWithin(friday, at('2026-11-27T23:00:00Z'), 'UTC')).toBe(true)
    expect(isWithin(friday, at('2026-11-28T06:59:00Z'), 'UTC')).toBe(true)
    expect(isWithin(friday, at('2026-11-27T06:59:00Z'), 'UTC')).toBe(false)
    expect(isWithin({ ...friday, days: ['sun'] }, at('2026-11-30T01:00:00Z'), 'UTC')).toBe(true)
  })

  test('limit the rule to them', () => {
    const rule = { decision: 'deny', hours: { from: '12:00', to: '12:01' } }
    expect(decided(parsed({ rules: [rule] }), { id: 'notes.get', actor: { kind: 'app' } })).toBe('deny')
    const later = { ...rule, hours: { from: '12:01', to: '12:02' } }
    expect(decided(parsed({ rules: [later] }), { id: 'notes.get', actor: { kind: 'app' } })).toBe('allow')
  })
})

describe('a document', () => {
  test.each([
    ['an unknown member', { rule: [] }, 'document: Unrecognized key'],
    ['an unknown method', { rules: [{ decision: 'deny', operation: 'notes.burn' }] }, 'rules[0].operation: must be'],
    ['a rule that allows everything', { rules: [{ decision: 'allow' }] }, 'a rule allows one method'],
    ['a wrong time', { rules: [{ decision: 'deny', hours: { from: '24:00', to: '1:00' } }] }, 'rules[0].hours.from'],
    ['too many rules', { rules: Array.from({ length: 201 }, () => ({ decision: 'deny' })) }, 'rules: '],
    ['a list', [], 'document: '],
  ])('with %s is rejected, and the fault named', (_what, document, message) => {
    expect(() => parsed(document)).toThrow(message)
  })

  test('is JSON of at most 64 KiB', () => {
    expect(() => parseRules('{')).toThrow('document must be JSON')
    expect(() => parseRules(' '.repeat(maxDocumentBytes + 1))).toThrow('at most 65536 bytes')
    expect(parseRules(`{}${' '.repeat(maxDocumentBytes - 2)}`).rules).toEqual([])
  })

  test('has a published JSON Schema in which everything may be omitted', () => {
    expect(rulesSchema()).toMatchObject({ type: 'object', additionalProperties: false, title: 'Rules of an account' })
    expect(rulesSchema()).not.toHaveProperty('required')
  })
})

test('the tests of a document show what its rules decide', async () => {
  const agent = { kind: 'agent' }
  const send = { operation: 'mail.send', arguments: { to: 'ann@example.net', subject: 'Hi', body: 'Hi' } }
  const document = parsed({
    rules: [
      { decision: 'deny', operation: 'mail.send', recipients: 'unknown' },
      { decision: 'ask', operation: 'notes.add', hours: { from: '08:00', to: '09:00' } },
    ],
    tests: [
      { for: { kind: 'mcp' }, ...send, expect: 'deny' },
      { for: agent, operation: 'notes.add', at: '2026-11-26T07:30:00Z', expect: 'ask' },
      { for: agent, operation: 'chat.send', arguments: { room: 'direct:eve' }, tainted: true, expect: 'allow' },
      { for: { kind: 'token' }, operation: 'chat.send', arguments: { room: 'a' }, tainted: true, expect: 'allow' },
    ],
  })
  const account = { id: 'acc', timeZone: 'Europe/Berlin', nowMs: noon }
  const decisions = async (contacts: (id: string, all: readonly string[]) => Promise<ReadonlySet<string>>) =>
    (await runRuleTests(document, account, contacts)).map(({ decision }) => decision)
  expect(await decisions(nobody)).toEqual(['deny', 'ask', 'ask', 'allow'])
  expect(await decisions(async (_id, all) => new Set(all))).toEqual(['allow', 'ask', 'ask', 'allow'])
})

test('the document in the documentation follows the schema, and its tests pass', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/rules.md'), 'utf8')
  const document = parseRules(/```json\n([^`]+)```/.exec(guide)?.[1] ?? '')
  const results = await runRuleTests(document, { id: 'acc', timeZone: 'UTC', nowMs: noon }, nobody)
  expect(results.map(({ decision }) => decision)).toEqual(document.tests.map((each) => each.expect))
  expect([document.rules.length, results.length]).toEqual([4, 1])
})

test('recipients are the arguments of that kind', () => {
  expect(recipientsOf({ operation: operationNamed('mail.send'), args: { to: 'a@b.example', subject: 'x' } })).toEqual([
    'a@b.example',
  ])
})

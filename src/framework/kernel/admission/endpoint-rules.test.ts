import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUILT_IN_RULES, DEFAULT_RULE, inOrder, isGranted, type Rule, type RuleSubject } from './endpoint-rules.ts'

const nobody: RuleSubject = {}
const own = (...scopes: string[]): RuleSubject => ({ account: { isOwn: true, scopes: new Set(scopes) } })
const foreign = (...scopes: string[]): RuleSubject => ({ account: { isOwn: false, scopes: new Set(scopes) } })

let count = 0
function rule(parts: Partial<Omit<Rule, 'resource'>> & { on?: string } = {}): Rule {
  const [name = '*', endpoint = '*'] = (parts.on ?? '').split(' ').filter(Boolean)
  count += 1
  const { on: _, ...rest } = parts
  const resource = { type: 'service', name, endpoint }
  return { id: `rule-${count}`, scope: '', resource, access: 'granted', priority: 0, ...rest }
}

const at = (name: string, endpoint = 'Foo.Call') => ({ type: 'service', name, endpoint })
const decide = (rules: readonly Rule[], subject: RuleSubject, name = 'foo', endpoint?: string) =>
  isGranted(inOrder(rules), subject, at(name, endpoint))

describe('without rules', () => {
  test('nobody may call anything', () => {
    for (const subject of [nobody, own('admin'), foreign('admin')]) expect(decide([], subject)).toBe(false)
  })

  test('by default a namespace lets its accounts call everything, and nobody else anything', () => {
    const rules = [DEFAULT_RULE, ...BUILT_IN_RULES]
    expect(decide(rules, own())).toBe(true)
    expect(decide(rules, own(), 'config', 'Config.Set')).toBe(true)
    expect(decide(rules, nobody)).toBe(false)
    expect(decide(rules, foreign('admin'))).toBe(false)
  })

  test('everyone may get and inspect tokens, and nothing else of the auth service', () => {
    const rules = [DEFAULT_RULE, ...BUILT_IN_RULES]
    for (const subject of [nobody, foreign()]) {
      expect(decide(rules, subject, 'auth', 'Auth.Token')).toBe(true)
      expect(decide(rules, subject, 'auth', 'Auth.Inspect')).toBe(true)
      expect(decide(rules, subject, 'auth', 'Auth.Generate')).toBe(false)
      expect(decide(rules, subject, 'auth', 'Rules.List')).toBe(false)
    }
  })
})

describe('common sets of rules', () => {
  test('open to everybody', () => {
    const open = [rule()]
    for (const subject of [nobody, own(), foreign()]) expect(decide(open, subject)).toBe(true)
  })

  test('only for accounts, and auth public', () => {
    const rules = [
      rule({ id: 'only-logged-in', scope: '*', priority: 1 }),
      rule({ id: 'auth-public', on: 'auth', priority: 1 }),
    ]
    expect(decide(rules, nobody, 'helloworld')).toBe(false)
    expect(decide(rules, nobody, 'auth', 'Auth.Token')).toBe(true)
    expect(decide(rules, own(), 'helloworld')).toBe(true)
    expect(decide(rules, own(), 'auth', 'Rules.List')).toBe(true)
    expect(decide(rules, foreign(), 'helloworld')).toBe(false)
    expect(decide(rules, foreign(), 'auth', 'Auth.Token')).toBe(true)
  })

  test('a denial of higher priority decides, and one of lower priority does not', () => {
    const open = rule({ scope: '*', priority: 5 })
    expect(decide([open, rule({ scope: '*', on: 'foo', access: 'denied', priority: 6 })], own())).toBe(false)
    expect(decide([open, rule({ scope: '*', on: 'foo', access: 'denied', priority: 4 })], own())).toBe(true)
    expect(decide([open, rule({ scope: '*', on: 'bar', access: 'denied', priority: 6 })], own())).toBe(true)
  })

  test('"+" admits accounts of every namespace, and nobody without an account', () => {
    const rules = [rule({ scope: '+' })]
    expect(decide(rules, foreign())).toBe(true)
    expect(decide(rules, own())).toBe(true)
    expect(decide(rules, nobody)).toBe(false)
    expect(decide([...rules, rule({ scope: '+', access: 'denied', priority: 1 })], foreign())).toBe(false)
  })

  test('a named scope is for the accounts of the namespace that have it', () => {
    const rules = [rule({ scope: 'billing', on: 'invoices' })]
    expect(decide(rules, own('billing'), 'invoices')).toBe(true)
    expect(decide(rules, own('other'), 'invoices')).toBe(false)
    expect(decide(rules, foreign('billing'), 'invoices')).toBe(false)
    expect(decide(rules, nobody, 'invoices')).toBe(false)
  })

  test('of equal priorities the denial decides, regardless of the ids', () => {
    const granted = rule({ id: 'a' })
    expect(decide([granted, rule({ id: 'b', access: 'denied' })], own())).toBe(false)
    expect(decide([rule({ id: 'b' }), rule({ id: 'a', access: 'denied' })], own())).toBe(false)
  })
})

describe('what a rule is about', () => {
  test.each([
    ['foo', 'foo', 'Foo.Call', true],
    ['FOO', 'foo', 'Foo.Call', true],
    ['foo', 'foobar', 'Foo.Call', false],
    ['foo Foo.Call', 'foo', 'Foo.Call', true],
    ['foo foo.call', 'foo', 'Foo.Call', true],
    ['foo Foo.Call', 'foo', 'Foo.Other', false],
    ['foo Foo.*', 'foo', 'Foo.Other', true],
    ['foo Foo.*', 'foo', 'Food.Other', false],
    ['foo Foo*', 'foo', 'Foo.Other', false],
    ['* Foo.Call', 'bar', 'Foo.Call', true],
    ['web /a/*', 'web', '/a/b/c', true],
    ['web /a/*', 'web', '/ab', false],
  ])('%j is about %s %s: %s', (on, name, endpoint, isAbout) => {
    expect(decide([rule({ on })], nobody, name, endpoint)).toBe(isAbout)
  })

  test('another type does not match', () => {
    const other = { ...rule(), resource: { type: 'queue', name: '*', endpoint: '*' } }
    expect(decide([other], own())).toBe(false)
    expect(decide([{ ...other, resource: { ...other.resource, type: '*' } }], own())).toBe(true)
  })
})

describe('for any rules', () => {
  const rules = fc.array(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 4 }),
      scope: fc.constantFrom('', '*', '+', 'a', 'b'),
      resource: fc.record({
        type: fc.constantFrom('*', 'service'),
        name: fc.constantFrom('*', 'foo', 'bar'),
        endpoint: fc.constantFrom('*', 'Foo.Call', 'Foo.*', 'Bar.Call'),
      }),
      access: fc.constantFrom('granted' as const, 'denied' as const),
      priority: fc.integer({ min: -2, max: 2 }),
    }),
    { maxLength: 8 },
  )
  const subjects = fc.constantFrom(nobody, own(), own('a'), own('a', 'b'), foreign(), foreign('a', 'b'))

  test('the order of creation does not matter', () => {
    fc.assert(
      fc.property(rules, subjects, fc.infiniteStream(fc.nat()), (list, subject, random) => {
        const shuffled = list
          .map((each) => ({ each, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each)
        expect(decide(shuffled, subject)).toBe(decide(list, subject))
      }),
    )
  })

  test('another denial admits nobody new, another grant excludes nobody', () => {
    fc.assert(
      fc.property(rules, rules, subjects, (list, more, subject) => {
        const before = decide(list, subject)
        const denied = decide([...list, ...more.map((each) => ({ ...each, access: 'denied' as const }))], subject)
        const granted = decide([...list, ...more.map((each) => ({ ...each, access: 'granted' as const }))], subject)
        expect(denied && !before).toBe(false)
        expect(before && !granted).toBe(false)
      }),
    )
  })

  test('an account of another namespace is treated like an anonymous caller, unless a rule is about all accounts', () => {
    fc.assert(
      fc.property(rules, (list) => {
        const others = list.filter(({ scope }) => scope !== '+')
        expect(decide(others, foreign('a', 'b'))).toBe(decide(others, nobody))
      }),
    )
  })

  test('a caller is admitted only by a rule about them that no rule of higher priority about them denies', () => {
    const concerns = (scope: string, { account }: RuleSubject) =>
      scope === '' ||
      (scope === '+' && account !== undefined) ||
      (account?.isOwn === true && (scope === '*' || account.scopes.has(scope)))
    const isAbout = ({ resource: { name, endpoint } }: Rule) =>
      ['*', 'foo'].includes(name) && ['*', 'Foo.Call', 'Foo.*'].includes(endpoint)
    fc.assert(
      fc.property(rules, subjects, (list, subject) => {
        const relevant = list.filter((each) => isAbout(each) && concerns(each.scope, subject))
        const highest = Math.max(...relevant.map(({ priority }) => priority))
        const deciding = relevant.filter(({ priority }) => priority === highest)
        const isIn = deciding.length > 0 && deciding.every(({ access }) => access === 'granted')
        expect(decide(list, subject)).toBe(isIn)
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import type { FamilyName, OpenFamily } from '../runtime/kit/family.ts'
import { families } from './families.ts'
import { createLateFamily } from './late-family.ts'

type Opened = OpenFamily<FamilyName, string>

/** The family food, and how often it was opened and closed. */
function late(more: Partial<Opened> = {}, failures = 0) {
  const seen = { opened: 0, closed: 0 }
  const handlers = { product: async ({ code }: { code: string }) => ({ code }), hygiene: async () => [] }
  const family = createLateFamily({ name: 'food' }, async () => {
    seen.opened += 1
    if (seen.opened <= failures) throw new Error('no providers today')
    const close = async () => {
      seen.closed += 1
    }
    return { handlers: handlers as unknown as Opened['handlers'], close, ...more }
  })
  return { family, seen, call: (method: string, args = {}) => family.handlers[method]?.(args, {}) }
}

describe('a late family', () => {
  test('has a handler for each of its methods, and is opened by the first call and only once', async () => {
    const { family, seen, call } = late()
    expect([Object.keys(family.handlers).sort(), seen.opened]).toEqual([['hygiene', 'product'], 0])
    const results = await Promise.all([call('product', { code: '1' }), call('product', { code: '2' }), call('hygiene')])
    expect([results, seen.opened]).toEqual([[{ code: '1' }, { code: '2' }, []], 1])
    expect(await call('product', { code: '3' })).toEqual({ code: '3' })
    expect(seen.opened).toBe(1)
  })

  test('has no handler for what it does not serve', () => {
    const { handlers } = createLateFamily({ name: 'food', unserved: ['hygiene'] }, () => Promise.reject())
    expect(Object.keys(handlers)).toEqual(['product'])
  })

  test('that cannot be opened fails the call, and is tried again by the next', async () => {
    const { call, seen } = late({}, 1)
    await expect(call('hygiene')).rejects.toThrow('no providers today')
    expect([await call('hygiene'), seen.opened]).toEqual([[], 2])
  })

  test('answers what it knows, and nothing else', async () => {
    const { family } = late({ answers: { 'food.name': async () => 'apple' } })
    expect(await family.answer('food.name')({} as never)).toBe('apple')
    expect(await family.answer('food.price')({} as never)).toBeUndefined()
  })

  test('is closed only if it was opened', async () => {
    const [used, unused] = [late(), late()]
    await used.call('hygiene')
    await Promise.all([used.family.close(), unused.family.close()])
    expect([used.seen, unused.seen]).toEqual([
      { opened: 1, closed: 1 },
      { opened: 0, closed: 0 },
    ])
  })

  test.each(['paths', 'jobs', 'schedules', 'listens'] as const)('must not have %s, which cannot wait', async (part) => {
    const { call } = late({ [part]: [] })
    await expect(call('hygiene')).rejects.toThrow(`food has ${part}`)
  })
})

test('those that only ask providers are late', () => {
  const names = families.filter(({ isLate }) => isLate).map(({ name }) => name)
  expect(names).toEqual(['food', 'flights', 'hazards', 'islam', 'places', 'prayer', 'routes', 'text'])
})

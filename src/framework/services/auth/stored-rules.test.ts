import { describe, expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import type { Store } from '#runtime/store/types.ts'
import { forgetAll } from '#testing/auth-world.ts'
import { forEachDatabase } from '#testing/databases.ts'
import type { Rule } from '../../kernel/admission/endpoint-rules.ts'
import { StoredRules } from './stored-rules.ts'

const rule = (parts: Partial<Rule> = {}): Rule => ({
  id: 'rule',
  scope: '*',
  resource: { type: 'service', name: 'greeter', endpoint: '*' },
  access: 'granted',
  priority: 1,
  ...parts,
})
const resource = (parts: Partial<Rule['resource']>) => ({ resource: { ...rule().resource, ...parts } })
const builtIn = ['built-in.auth.inspect', 'built-in.auth.token']

/** The store, with each read wrapped by `how`. */
function readingBy(store: Store, how: (read: () => Promise<unknown[]>) => Promise<unknown[]>): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'all') return (query: Parameters<Store['all']>[0]) => how(() => target.all(query))
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

forEachDatabase((_name, openTestStore) => {
  let shared: Promise<Store> | undefined
  async function open() {
    shared ??= openTestStore()
    const store = await shared
    await forgetAll(store)
    let elapsed = 0
    const process = () => new StoredRules({ store, clock: manualClock(), elapsedMs: () => elapsed })
    const rules = process()
    const ids = async (namespace = 'acme', from = rules) => (await from.of(namespace)).map(({ id }) => id)
    const pass = (ms: number) => {
      elapsed += ms
    }
    return { store, rules, process, ids, pass }
  }

  test('are stored as they were created, in the order of evaluation', async () => {
    const { rules } = await open()
    const made = [
      rule({ id: 'b', scope: '', priority: -(2 ** 31) + 1, ...resource({ type: '*', name: '*' }) }),
      rule({ id: 'a', scope: '+', priority: 2 ** 31 - 1, ...resource({ endpoint: 'Greeter.*' }) }),
      rule({ id: 'c', scope: 'billing', access: 'denied', priority: 5, ...resource({ endpoint: '/a/*' }) }),
    ]
    for (const each of made) await rules.create('acme', each)
    const kept = (await rules.of('acme')).filter(({ id }) => id.length === 1)
    expect(kept).toEqual([made[1], made[2], made[0]])
  })

  describe('of a namespace', () => {
    test('that has none are the default rule and the built-in ones', async () => {
      const { ids } = await open()
      expect(await ids()).toEqual(['default', ...builtIn])
      expect(await ids('Not a name')).toEqual(['default', ...builtIn])
    })

    test('include the default one after the first own rule is created, until it is deleted', async () => {
      const { rules, ids } = await open()
      await rules.create('acme', rule())
      expect(await ids()).toEqual(['rule', 'default', ...builtIn])
      await rules.remove('acme', 'default')
      expect(await ids()).toEqual(['rule', ...builtIn])
      await rules.create('acme', rule({ id: 'second' }))
      expect(await ids()).toEqual(['rule', 'second', ...builtIn])
      await rules.remove('acme', 'second')
      await rules.remove('acme', 'rule')
      expect(await ids()).toEqual(['default', ...builtIn])
    })

    test('may begin with another default rule', async () => {
      const { rules, ids } = await open()
      await rules.create('acme', rule({ id: 'default', scope: '' }))
      expect(await ids()).toEqual(['default', ...builtIn])
      expect((await rules.of('acme'))[0]?.scope).toBe('')
    })

    test('are nobody else’s', async () => {
      const { rules, ids } = await open()
      await rules.create('acme', rule())
      await rules.create('other', rule({ access: 'denied' }))
      expect(await ids('third')).toEqual(['default', ...builtIn])
      expect((await rules.of('acme'))[0]?.access).toBe('granted')
      await rules.remove('acme', 'rule')
      expect(await ids('other')).toContain('rule')
    })

    test('are at most two hundred', async () => {
      const { rules } = await open()
      // The default rule is one of them.
      for (let count = 0; count < 199; count++) await rules.create('acme', rule({ id: `r${count}` }))
      await expect(rules.create('acme', rule({ id: 'more' }))).rejects.toMatchObject({
        status: 412,
        id: 'auth.rules.create',
        message: expect.stringContaining('has 200 rules'),
      })
    })
  })

  describe('making one', () => {
    test('with one id, concurrently, creates one and rejects the others', async () => {
      const { rules, ids } = await open()
      const made = await Promise.allSettled([1, 2, 3, 4].map(() => rules.create('acme', rule())))
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const each of made) {
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409, id: 'auth.rules.create' })
      }
      expect(await ids()).toEqual(['rule', 'default', ...builtIn])
    })

    test.each(builtIn)('is rejected for %s, which is built in', async (id) => {
      const { rules } = await open()
      await expect(rules.create('acme', rule({ id }))).rejects.toMatchObject({ status: 409 })
    })

    test.each([
      [{ id: '' }, 'rule.id must have'],
      [{ id: 'a b' }, 'rule.id must have'],
      [{ id: 'x'.repeat(129) }, 'rule.id must have'],
      [{ scope: '**' }, 'rule.scope must be empty'],
      [{ scope: 'a b' }, 'rule.scope must be empty'],
      [{ priority: 2 ** 31 }, 'rule.priority must be'],
      [{ priority: 0.5 }, 'rule.priority must be'],
      [resource({ type: 'queue' }), 'rule.resource.type must be'],
      [resource({ name: '' }), 'rule.resource.name must be'],
      [resource({ name: 'a b' }), 'rule.resource.name must be'],
      [resource({ endpoint: '' }), 'rule.resource.endpoint must be'],
      [resource({ endpoint: 'Greeter*' }), 'rule.resource.endpoint must be'],
      [resource({ endpoint: 'a\u0000' }), 'rule.resource.endpoint must be'],
    ])('is rejected for %j', async (parts, message) => {
      const { rules, ids } = await open()
      await expect(rules.create('acme', rule(parts))).rejects.toMatchObject({
        status: 400,
        id: 'auth.rules.create',
        message: expect.stringContaining(message),
      })
      expect(await ids()).toEqual(['default', ...builtIn])
    })
  })

  describe('deleting one', () => {
    test('that does not exist is a 404', async () => {
      const { rules } = await open()
      await expect(rules.remove('acme', 'rule')).rejects.toMatchObject({
        status: 404,
        id: 'auth.rules.delete',
        message: 'The namespace acme has no rule "rule". auth.Rules/List lists its rules.',
      })
      await expect(rules.remove('acme', 'a\u0000b')).rejects.toMatchObject({ status: 404 })
    })

    test.each(builtIn)('is rejected for %s, with a way around it', async (id) => {
      const { rules } = await open()
      await expect(rules.remove('acme', id)).rejects.toMatchObject({
        status: 412,
        message: expect.stringContaining('create a rule of any priority that denies'),
      })
    })

    test('is rejected for the default one if it is the only one', async () => {
      const { rules } = await open()
      await expect(rules.remove('acme', 'default')).rejects.toMatchObject({
        status: 412,
        message: expect.stringContaining('Create another rule first'),
      })
    })
  })

  describe('what is cached', () => {
    test('is invalidated at once by this process, and after a second by another one', async () => {
      const { rules, process, ids, pass } = await open()
      const other = process()
      expect(await ids('acme', other)).not.toContain('rule')
      await ids()
      await rules.create('acme', rule())
      expect(await ids()).toContain('rule')
      pass(999)
      expect(await ids('acme', other)).not.toContain('rule')
      pass(1)
      expect(await ids('acme', other)).toContain('rule')
      await rules.remove('acme', 'rule')
      expect(await ids()).not.toContain('rule')
    })

    test('is read from the database once a second, regardless of the number of calls', async () => {
      const { store } = await open()
      let reads = 0
      const counting = readingBy(store, async (read) => {
        reads += 1
        return read()
      })
      let elapsed = 0
      const rules = new StoredRules({ store: counting, clock: manualClock(), elapsedMs: () => elapsed })
      await Promise.all(Array.from({ length: 50 }, () => rules.of('acme')))
      elapsed = 999
      await rules.of('acme')
      expect(reads).toBe(1)
      elapsed = 1000
      await rules.of('acme')
      expect(reads).toBe(2)
    })

    test('does not include a failure: the next call reads again', async () => {
      const { store } = await open()
      let isDown = true
      const flaky = readingBy(store, async (read) => {
        if (isDown) throw new Error('gone')
        return read()
      })
      const rules = new StoredRules({ store: flaky, clock: manualClock(), elapsedMs: () => 0 })
      await expect(rules.of('acme')).rejects.toThrow('gone')
      isDown = false
      expect(await rules.of('acme')).toHaveLength(3)
    })

    test('does not include a read during which a rule was created', async () => {
      const { store } = await open()
      const held: (() => void)[] = []
      let isHeld = true
      const slow = readingBy(store, async (read) => {
        const rows = await read()
        if (isHeld) await new Promise<void>((release) => held.push(release))
        return rows
      })
      const rules = new StoredRules({ store: slow, clock: manualClock(), elapsedMs: () => 0 })
      const early = rules.of('acme')
      await expect.poll(() => held.length).toBe(1)
      isHeld = false
      await rules.create('acme', rule())
      for (const release of held) release()
      await early
      expect((await rules.of('acme')).map(({ id }) => id)).toContain('rule')
    })
  })
})

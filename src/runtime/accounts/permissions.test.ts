import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Effect } from '#generated/server/operations.ts'
import { operations } from '#generated/server/operations.ts'
import { CAPABILITIES, type Capability, type Grant, isCapability, serviceNames } from './grant.ts'
import { requirePermission, scopeFault } from './permissions.ts'
import { SCOPE_CLASSES, scopesOf } from './scope-classes.ts'

type Scope = Partial<Pick<Grant, 'allServices' | 'actions'>> & {
  services?: string[]
  capabilities?: Capability[]
  scopes?: string[]
}

function grant({ services = [], capabilities = [], scopes = [], ...scope }: Scope): Grant {
  return {
    account: { id: 'account_1', username: 'alice', isAdmin: false, isNamespaceAdmin: false, namespace: 'onedoor' },
    tokenId: 'token_1',
    allServices: false,
    actions: false,
    scopes: new Set(scopes),
    ...scope,
    services: new Set(services),
    capabilities: new Set(capabilities),
  }
}

const operation = (id: string, kind: 'read' | 'write', effects?: readonly Effect[]) => ({
  ...{ id, family: id.split('.')[0] as string, kind },
  effects: effects ?? [kind === 'read' ? ('reads own' as const) : ('creates own' as const)],
})
const list = operation('notes.list', 'read')
const add = operation('notes.add', 'write')
const inbox = operation('inbox.read', 'read')
const ask = operation('agent.ask', 'write')

describe('a token for services', () => {
  test('covers the services it names and no others', () => {
    const token = grant({ services: ['docs', 'notes'] })
    expect(scopeFault(token, list)).toBeUndefined()
    expect(scopeFault(token, operation('tasks.list', 'read'))).toBe(
      'This token does not cover the service tasks. It covers docs, notes. ' +
        'Create one with access at /settings/tokens on this server, or with: onedoor token create alice --services docs,notes,tasks',
    )
  })

  test('for all services covers every one', () => {
    expect(scopeFault(grant({ allServices: true }), operation('weather.now', 'read'))).toBeUndefined()
  })

  test('for no service covers none: empty never means all', () => {
    expect(scopeFault(grant({ services: [], actions: true }), list)).toContain('It covers no service at all')
  })

  test('changes nothing without Allow actions', () => {
    const text = "notes.add changes something, but this token is read-only because it lacks 'Allow actions'. "
    expect(scopeFault(grant({ services: ['notes', 'docs'] }), add)).toBe(
      `${text}Create one with access at /settings/tokens on this server, or with: onedoor token create alice --services docs,notes --actions`,
    )
    expect(scopeFault(grant({ allServices: true }), add)).toBe(
      `${text}Create one with access at /settings/tokens on this server, or with: onedoor token create alice --services all --actions`,
    )
    expect(scopeFault(grant({ services: ['notes'], actions: true }), add)).toBeUndefined()
  })

  test('covers no area of the product, not even one for all services', () => {
    const token = grant({ allServices: true, actions: true })
    for (const each of [inbox, ask]) expect(scopeFault(token, each)).toContain('lacks the capability')
  })
})

describe('a token for areas of the product', () => {
  test('covers the areas it names and no others', () => {
    const token = grant({ capabilities: ['inbox'] })
    expect(scopeFault(token, inbox)).toBeUndefined()
    expect(scopeFault(token, operation('work.read', 'read'))).toBe(
      'This token lacks the capability work. Create one with access at /settings/tokens on this server, or with: onedoor token create alice --capabilities inbox,work',
    )
  })

  test('changes nothing without Allow actions; asking the agent is a change', () => {
    expect(scopeFault(grant({ capabilities: ['agent'] }), ask)).toContain(
      'onedoor token create alice --capabilities agent --actions',
    )
    expect(scopeFault(grant({ capabilities: ['agent'], actions: true }), ask)).toBeUndefined()
  })

  test('covers no service, unless it names it too', () => {
    expect(scopeFault(grant({ capabilities: ['agent'], actions: true }), list)).toBe(
      'This token does not cover the service notes. It covers no service at all. ' +
        'Create one with access at /settings/tokens on this server, or with: onedoor token create alice --services notes --capabilities agent --actions',
    )
    const both = grant({ capabilities: ['agent'], services: ['notes'] })
    expect([scopeFault(both, list), scopeFault(both, operation('agent.read', 'read'))]).toEqual([undefined, undefined])
  })
})

describe('the scopes of an operation', () => {
  test.each<[string, Effect[], string]>([
    ['notes.list', ['reads own'], 'notes:read'],
    ['notes.add', ['creates own', 'overwrites own'], 'notes:write'],
    ['blog.create', ['creates own', 'publishes'], 'blog:write'],
    ['tasks.create', ['creates own', 'instructs'], 'tasks:write'],
    ['bookmarks.add', ['reads others', 'creates own'], 'bookmarks:write'],
    ['chat.send', ['publishes', 'sends to a person'], 'chat:send'],
    ['browser.read', ['reads others', 'leaves the instance', 'spends'], 'browser:send browser:pay'],
    ['mail.send', ['sends to a person', 'spends'], 'mail:send mail:pay'],
    ['routes.eta', ['reads others', 'spends'], 'routes:read routes:pay'],
    ['payments.topup', ['spends'], 'payments:pay'],
    ['groups.update', ['overwrites own', 'grants'], 'groups:write groups:pay'],
  ])('%s with the effects %j are %s', (id, effects, scopes) => {
    expect(scopesOf(operation(id, 'write', effects)).join(' ')).toBe(scopes)
  })

  test('are at least one for every operation, regardless of its effects', () => {
    for (const each of operations) expect([each.id, scopesOf(each).length]).not.toEqual([each.id, 0])
    expect(scopesOf(operation('notes.x', 'read', []))).toEqual(['notes:write'])
  })

  test('are required all, and allow nothing else', () => {
    const scopes = operations.flatMap((each) => scopesOf(each))
    for (const each of operations) {
      const own = scopesOf(each)
      expect([each.id, scopeFault(grant({ scopes: own }), each)]).toEqual([each.id, undefined])
      for (const missing of own) {
        const rest = scopes.filter((scope) => scope !== missing)
        expect(scopeFault(grant({ scopes: rest }), each)).toContain(
          `${each.id} requires ${missing}, which this token lacks`,
        )
      }
    }
  })

  test('that are lacking are in the command for a token with them', () => {
    const command = /onedoor token create alice.*/
    const commandFor = (scopes: string[], each: typeof add) =>
      command.exec(scopeFault(grant({ scopes }), each) ?? '')?.[0]
    expect(commandFor(['docs:read', 'inbox:read'], add)).toBe(
      'onedoor token create alice --services docs,notes --capabilities inbox --classes read,write',
    )
    expect(commandFor(['*:read'], add)).toBe('onedoor token create alice --services all --classes read,write')
  })

  test('of every service include no area of the product', () => {
    const all = grant({ scopes: SCOPE_CLASSES.map((each) => `*:${each}`) })
    expect([scopeFault(all, add), scopeFault(all, ask) === undefined]).toEqual([undefined, false])
  })
})

test('a refusal is permission_denied', () => {
  expect(() => requirePermission(grant({}), list)).toThrow(
    expect.objectContaining({ code: 'permission_denied', scopes: ['notes:read'] }),
  )
  expect(() => requirePermission(grant({ allServices: true }), list)).not.toThrow()
})

test('no token is allowed more than its names and its actions', () => {
  const names = ['notes', 'docs', 'weather']
  const grants = fc.record({
    allServices: fc.boolean(),
    actions: fc.boolean(),
    services: fc.subarray(names),
    capabilities: fc.subarray([...CAPABILITIES]),
  })
  const operations = fc.tuple(
    fc.constantFrom(...names, ...CAPABILITIES),
    fc.constantFrom('read' as const, 'write' as const),
  )
  fc.assert(
    fc.property(grants, operations, (scope, [family, kind]) => {
      const isNamed = isCapability(family)
        ? scope.capabilities.includes(family)
        : scope.allServices || scope.services.includes(family)
      const isAllowed = isNamed && (kind === 'read' || scope.actions)
      expect(scopeFault(grant(scope), operation(`${family}.x`, kind)) === undefined).toBe(isAllowed)
    }),
  )
})

test('services are the families that are not areas of the product, and those of the framework, sorted', () => {
  expect(serviceNames(['work', 'notes', 'agent', 'events', 'inbox'])).toEqual([
    'auth',
    'broker',
    'client',
    'config',
    'events',
    'notes',
    'registry',
    'runtime',
    'store',
  ])
})

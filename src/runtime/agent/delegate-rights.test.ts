import { expect, test } from 'vitest'
import { type OperationId, operations } from '#generated/server/operations.ts'
import type { Rights } from '../accounts/grant.ts'
import { scopeFault } from '../accounts/permissions.ts'
import { laterRightsOf } from '../calls/caller.ts'
import { delegateOf } from './tools.ts'
import type { AgentCaller } from './types.ts'

const account = { id: 'account_1', username: 'ada', namespace: 'onedoor', isAdmin: false, isNamespaceAdmin: false }
const nothing = { allServices: false, services: [], capabilities: [], actions: false, scopes: [] }

function callerWith(given: Partial<Record<keyof typeof nothing, unknown>> & { isNarrowed?: true }): AgentCaller {
  const { services, capabilities, scopes, ...rest } = { ...nothing, ...given } as never as Record<string, string[]>
  const sets = { services: new Set(services), capabilities: new Set(capabilities), scopes: new Set(scopes) }
  const grant = { account, tokenId: 'token_1', ...rest, ...sets } as never as Rights & { tokenId: string }
  return { kind: 'account', via: 'token', account, grant }
}

/** Which of some operations the agent may call for this caller. */
function usable(
  caller: AgentCaller,
  ids: readonly OperationId[] = ['notes.list', 'notes.add', 'sms.verify', 'inbox.read'],
) {
  return ids.filter((id) => {
    const operation = operations.find((each) => each.id === id)
    if (!operation) throw new Error(`${id} does not exist`)
    const { rights } = delegateOf(caller, operation)
    return rights !== undefined && scopeFault(rights, operation) === undefined
  })
}

test('the agent of a token that names no service may use every service, to act only if the token may', () => {
  expect(usable(callerWith({ capabilities: ['agent'] }))).toEqual(['notes.list'])
  expect(usable(callerWith({ capabilities: ['agent'], actions: true }))).toEqual([
    'notes.list',
    'notes.add',
    'sms.verify',
  ])
})

test('the agent of a token that names services may use only those', () => {
  expect(usable(callerWith({ capabilities: ['agent'], services: ['tasks'], actions: true }))).toEqual([])
  expect(usable(callerWith({ scopes: ['agent:write', 'agent:pay', 'notes:read'] }))).toEqual(['notes.list'])
})

test('the agent of a program without a service has the classes of its areas in every service, and no other', () => {
  expect(usable(callerWith({ scopes: ['agent:write', 'agent:pay'] }))).toEqual(['notes.list', 'notes.add'])
  expect(usable(callerWith({ scopes: ['inbox:read', 'inbox:write'] }))).toEqual(['inbox.read'])
})

test('later work of a narrowed access token has only its scopes, also when the agent starts it', () => {
  const scopes = ['notes:read', 'work:write']
  const caller = callerWith({ scopes, isNarrowed: true })
  expect(laterRightsOf(caller)).toBe('token_1 notes:read work:write')
  const operation = operations.find(({ id }) => id === 'notes.list')
  expect(operation && laterRightsOf(delegateOf(caller, operation))).toBe('token_1 notes:read work:write')
  expect(laterRightsOf(callerWith({ scopes }))).toBe('token_1')
})

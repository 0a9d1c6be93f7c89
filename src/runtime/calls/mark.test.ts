import { describe, expect, test } from 'vitest'
import { grant } from '#testing/pipeline.ts'
import type { Caller, Delegate } from './caller.ts'
import { markOf } from './mark.ts'

const { account } = grant
const person: Caller = { kind: 'account', via: 'session', account, sessionId: 'session_1' }
const program: Caller = { kind: 'account', via: 'token', account, grant }
const agent = (isTainted?: boolean): Delegate => ({
  ...{ kind: 'delegated', origin: 'agent', account, rights: undefined, credentialId: undefined },
  ...(isTainted !== undefined && { trust: { isTainted } as NonNullable<Delegate['trust']> }),
})
const operation = { argumentKinds: { id: 'object', title: 'text', prompt: 'instructions' } } as const

describe('what a call writes', () => {
  test.each([
    ['an agent that has read text by others', agent(true), { title: 'a' }, true],
    ['an agent that has not', agent(false), { title: 'a', prompt: 'b' }, undefined],
    ['an agent of which nothing is known', agent(), { title: 'a', prompt: 'b' }, true],
    ['a person who replaces every text', person, { id: '1', title: 'a', prompt: '' }, false],
    ['a person who leaves a text in place', person, { id: '1', title: 'a' }, undefined],
    ['a person who edits no text', person, { id: '1' }, undefined],
    ['a program that replaces every text', program, { title: 'a', prompt: '' }, false],
    ['a program that replaces some', program, { title: 'a' }, undefined],
    ['a wallet', { kind: 'wallet', address: '0x1' } as const, { title: 'a', prompt: 'b' }, undefined],
    ['someone without an account', { kind: 'anonymous' } as const, { title: 'a', prompt: 'b' }, undefined],
  ])('by %s', (_who, caller, args, mark) => {
    expect(markOf(caller, operation, args)).toBe(mark)
  })

  test('by a person, of a method without texts, leaves the mark', () => {
    expect(markOf(person, { argumentKinds: { id: 'object' } }, { id: '1' })).toBe(undefined)
  })
})

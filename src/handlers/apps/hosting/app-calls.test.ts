import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { Caller, Delegate } from '#runtime/calls/caller.ts'
import type { RouteVisit } from '#runtime/kit/route-visit.ts'
import type { Program } from '#runtime/policy/types.ts'
import type { AppsDeps } from '../index.ts'
import { handleAppCall } from './app-calls.ts'

test('a call of an app has the rights of its one service, also for what it begins, and names the app', async () => {
  let acting: Caller | undefined
  let program: Program | undefined
  const visit = {
    caller: async () => ({ kind: 'account', via: 'session', account: { id: 'account_1' }, sessionId: 'session_1' }),
    readJson: async () => ({ service: 'notes', method: 'add', args: { title: 'Heron', text: 'seen' } }),
    answer: async (call: { caller: Caller; program: Program }) => {
      acting = call.caller
      program = call.program
    },
    refuse(failure: unknown) {
      throw failure
    },
  }
  const grant = {
    id: 'grant_1',
    operations: '["notes.add","events.create"]',
    version: 1,
    calls: '[]',
    current_name: 'Birds',
  }
  const deps = {
    passes: { appOfPass: async () => ({ id: 'app_1', version: 1 }) },
    store: { get: async () => grant },
  }
  const req = { method: 'POST', headers: { 'x-app-pass': 'pass' } } as unknown as IncomingMessage
  await handleAppCall(req, {} as ServerResponse, visit as unknown as RouteVisit, deps as unknown as AppsDeps)
  expect(program?.actor).toEqual({ kind: 'app', id: 'app_1', name: 'Birds' })
  expect(acting).toMatchObject({ kind: 'delegated', origin: 'app', credentialId: 'grant_1' })
  const { rights } = acting as Delegate
  expect(rights).toMatchObject({ allServices: false, services: new Set(['notes']), capabilities: new Set() })
})

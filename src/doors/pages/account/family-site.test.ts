import type { Response } from 'express'
import { expect, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { createSite } from './family-site.ts'

const account = { id: 'account_1', username: 'ann', isAdmin: false, isNamespaceAdmin: false, namespace: 'onedoor' }
const administrator = { id: 'account_2', username: 'boss' }

/** A visit whose calls are recorded instead of made. */
function visitBy(impersonation: object | undefined) {
  const made: object[] = []
  const run = async (call: object) => {
    made.push(call)
    return { result: {} }
  }
  const site = createSite({ calls: { run } } as unknown as Parameters<typeof createSite>[0])
  const res = {
    locals: { visitor: { signedIn: { account, sessionId: 'session_1' }, impersonation } },
    req: { socket: {}, headers: {} },
    getHeader: () => 'request_1',
    once: () => undefined,
    on: () => undefined,
    off: () => undefined,
  } as unknown as Response
  return { visit: site.visit(res), made }
}

test.each(['call', 'pay'] as const)(
  '%s of a page makes reads for an administrator who sees it, and nothing else',
  async (kind) => {
    const { visit, made } = visitBy({ administrator })
    await visit[kind]('notes.list', {})
    expect(made).toMatchObject([{ operationId: 'notes.list', caller: { via: 'session', account, administrator } }])
    const writes: OperationId[] = ['notes.add', 'notes.delete', 'mail.send', 'agent.ask']
    for (const id of writes) {
      const attempt = async () => visit[kind](id, {} as never)
      await expect(attempt()).rejects.toMatchObject({ code: 'permission_denied' })
    }
    expect(made).toHaveLength(1)
  },
)

test("the owner of an account makes every call of a page, in nobody else's name", async () => {
  const { visit, made } = visitBy(undefined)
  await visit.call('notes.add', { title: 'a', text: 'b' })
  expect(made).toMatchObject([{ operationId: 'notes.add', caller: { account, administrator: undefined } }])
})

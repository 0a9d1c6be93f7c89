import { expect, test } from 'vitest'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { manualClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { OpenAgent } from './agent.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('a later run has the rights that its author still has: none once the account is closed or disabled, or the token revoked', async () => {
    const store = await openTestStore()
    const clock = manualClock()
    const accounts = createAccounts({ store, clock, namespacedTables: [], hash: async () => 'none' })
    const tokens = createTokens({ store, clock, services: ['notes'] })
    const agent = new OpenAgent({
      config: { agentTimeoutMs: 300_000, agentCalls: 1, agentConcurrency: 1 },
      ...{ models: undefined as never, tokens, store, clock, log: createLog({ logLevel: 'silent' }) },
    })
    const password = 'correct horse battery'
    const { id: otherId } = await accounts.create({ username: 'benl', password })
    const { id: accountId } = await accounts.create({ username: 'adal', password })
    const scope = { services: ['notes'] } as const
    const tokenOf = async () => (await tokens.create(accountId, { scope, actions: true })).token.id
    const [tokenId, revoked] = [await tokenOf(), await tokenOf()]
    await tokens.revoke(revoked)
    const codeOf = (later: Parameters<OpenAgent['callerOf']>[0]) =>
      agent.callerOf(later).then(
        ({ kind, account }) => [kind, account.id, account.username],
        ({ code }) => code,
      )
    const delegated = ['delegated', accountId, 'adal']
    expect(await codeOf({ accountId, tokenId: undefined })).toEqual(delegated)
    expect(await codeOf({ accountId, tokenId })).toEqual(delegated)
    expect(await codeOf({ accountId, tokenId: revoked })).toBe('unauthenticated')
    await store.run(store.sql('accounts').where({ id: accountId }).update({ disabled_at: 1 }))
    expect(await codeOf({ accountId, tokenId: undefined })).toBe('unauthenticated')
    expect(await codeOf({ accountId, tokenId })).toBe('unauthenticated')
    await store.run(store.sql('accounts').where({ id: otherId }).update({ closed_at: 1 }))
    expect(await codeOf({ accountId: otherId, tokenId: undefined })).toBe('unauthenticated')
  })
})

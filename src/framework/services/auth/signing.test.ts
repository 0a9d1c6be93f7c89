import { expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { createTokenSigning, signingKey } from './signing.ts'

const hourMs = 3_600_000

forOneDatabase((_dialect, openTestStore) => {
  test('a token of the old key is valid for a day, and every process accepts those of the new key at once', async () => {
    const store = await openTestStore()
    const clock = manualClock()
    const processes = [createTokenSigning({ store, clock }), createTokenSigning({ store, clock })] as const
    const claims = { sub: 'a', iss: 'onedoor', exp: Math.floor(clock.now() / 1000) + 48 * 3600 }
    const accepted = (token: string) =>
      Promise.all(processes.map(async (each) => (await each.verified(token)) !== undefined))
    const old = await processes[0].sign(claims)
    expect(await accepted(old)).toEqual([true, true])
    expect(await signingKey.rotate({ store, clock })).toContain('at most 24 hours')
    // A process that starts now has read the new key, the others have not.
    const started = createTokenSigning({ store, clock })
    expect(await accepted(await started.sign(claims))).toEqual([true, true])
    clock.advance(10_000)
    const fresh = await started.sign(claims)
    expect(await accepted(fresh)).toEqual([true, true])
    clock.advance(24 * hourMs - 10_001)
    expect(await accepted(old)).toEqual([true, true])
    clock.advance(5000)
    expect([await accepted(old), await accepted(fresh)]).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

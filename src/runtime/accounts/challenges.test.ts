import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import { createChallenges } from './challenges.ts'

forEachDatabase((_name, openTestStore, newDatabase) => {
  test('a challenge is valid once, for the browser that requested it', async () => {
    const settings = await newDatabase()
    const clock = manualClock()
    const [here, there] = [
      createChallenges({ store: await openTestStore(settings), clock }),
      createChallenges({ store: await openTestStore(settings), clock }),
    ]
    const challenge = await here.make('sign-in form a')
    expect(await here.spend(challenge, 'sign-in form b')).toBe(false)
    expect(await here.spend('x', 'sign-in form a')).toBe(false)
    const spent = await Promise.all([here, there, here, there].map((each) => each.spend(challenge, 'sign-in form a')))
    expect(spent.filter(Boolean)).toHaveLength(1)
  })

  test('a challenge is valid for five minutes, and is deleted afterwards', async () => {
    const store = await openTestStore()
    const clock = manualClock()
    const challenges = createChallenges({ store, clock })
    const [early, late] = [await challenges.make('a'), await challenges.make('a')]
    clock.advance(299_999)
    expect(await challenges.spend(early, 'a')).toBe(true)
    clock.advance(1)
    expect(await challenges.spend(late, 'a')).toBe(false)
    await challenges.make('a')
    const rows = await store.all(store.sql('passkey_challenges').select('*'))
    expect(rows).toHaveLength(1)
  })
})

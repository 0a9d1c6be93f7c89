import { describe, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { serverForTests } from '#testing/server.ts'
import type { PrayerDeps } from '../index.ts'
import { createQuran } from '../quran/quran.ts'
import { versesToReflectOn } from '../verses-to-reflect-on.ts'
import createReflection from './reflection.ts'

const dayMs = 86_400_000
const server = serverForTests()

describe('prayer.reflection', () => {
  test('is the same all day, changes at midnight in UTC, and has everything on each day of a year', async () => {
    const quran = createQuran()
    const firstMs = Date.parse('2026-11-22T00:00:00Z')
    const handle = createReflection({ quran } as PrayerDeps)
    const at = (ms: number) =>
      handle({}, { clock: { now: () => ms } } as Context) as Promise<Result<'prayer.reflection'>>
    const verses = new Set<string>()
    let before = await at(firstMs - 1)
    for (let ms = firstMs; ms < firstMs + 366 * dayMs; ms += dayMs) {
      const morning = await at(ms)
      verses.add(morning.verse.reference)
      expect(morning.day).toBe(new Date(ms).toISOString().slice(0, 10))
      expect(await at(ms + dayMs - 1)).toEqual(morning)
      for (const part of ['verse', 'saying', 'divine_name'] as const) expect(morning[part]).not.toEqual(before[part])
      before = morning
    }
    expect(verses.size).toBe(versesToReflectOn.length)
  })

  test('is by the clock of the server', async () => {
    const clock = server().clock
    const { day } = await server().anonymous.ok('prayer.reflection', {})
    expect(day).toBe(new Date(clock.now()).toISOString().slice(0, 10))
  })
})

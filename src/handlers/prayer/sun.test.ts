import { expect, test } from 'vitest'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { computedTimes } from './fixtures/computed-times.ts'
import createTimes from './methods/times.ts'

const handle = createTimes()
const ctx = { clock: { now: () => Date.parse('2026-11-21T09:30:00Z') } } as Context
const times = (args: CallArgs<'prayer.times'>) =>
  handle(args as Parameters<typeof handle>[0], ctx) as Promise<Result<'prayer.times'>>
const momentsComputed = ['fajr', 'sunrise', 'dhuhr', 'asr', 'asr', 'maghrib', 'isha']

test.each(computedTimes)(
  'times by the sun in $place differ from an independent computation by at most a minute',
  async ({ lat, lon, days }) => {
    for (const line of days) {
      const [day = '', ...computed] = line.split(' ')
      const [shafi, hanafi] = [
        await times({ lat, lon, day, method: 'karachi' }),
        await times({ lat, lon, day, method: 'karachi', asr: 'hanafi' }),
      ]
      const { fajr, sunrise, dhuhr, asr, maghrib, isha } = shafi.times
      const found = [fajr, sunrise, dhuhr, asr, hanafi.times.asr, maghrib, isha]
      for (const [index, time] of found.entries()) {
        const [expected, moment] = [computed[index] as string, momentsComputed[index] as string]
        if (shafi.estimated.some((prayer) => prayer === moment)) continue
        expect(time === undefined, `${day}: ${moment}`).toBe(expected === '-')
        if (time === undefined) continue
        // The method adds a minute at noon.
        const exactMs = Date.parse(`1970-01-01T${expected}Z`) + (moment === 'dhuhr' ? 60_000 : 0)
        const apartMs = Math.abs(((Date.parse(time.at) - exactMs + 129_600_000) % 86_400_000) - 43_200_000)
        expect(apartMs, `${day}: ${moment} is ${time.at} instead of ${expected}`).toBeLessThanOrEqual(60_000)
      }
    }
  },
)

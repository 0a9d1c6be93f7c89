import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { exampleArguments, exampleResult } from '#testing/stand-ins.ts'
import type { Method } from '../calculation-methods.ts'
import { publishedTimes } from '../fixtures/published-times.ts'
import { type Moment, moments } from '../solar-day.ts'
import createTimes from './times.ts'

type Args = CallArgs<'prayer.times'>
const handle = createTimes()
/** The handler, which uses only the clock of its context, and fills in defaults itself. */
const times = (args: Args, ctx: { clock: { now(): number } }) =>
  handle(args as Parameters<typeof handle>[0], ctx as Context) as Promise<Result<'prayer.times'>>
const at = (moment: string) => ({ clock: { now: () => Date.parse(moment) } })
const someday = at('2026-11-21T09:30:00Z')
const methods: Method[] = [
  ...(['isna', 'mwl', 'egypt', 'karachi', 'gulf', 'diyanet', 'muis', 'jakim', 'umm_al_qura'] as const),
  ...(['dubai', 'qatar', 'kuwait', 'moonsighting', 'tehran', 'morocco'] as const),
]

/** The local times of a day in order, with a dash for one that does not occur. */
async function localTimes(args: Args, ctx = someday): Promise<string> {
  const { times: found } = await times(args, ctx)
  return moments.map((moment) => found[moment]?.local ?? '-').join(' ')
}

const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

describe('times differ from those that authorities publish by at most a minute', () => {
  test.each(publishedTimes)('of $city ($source)', async ({ lat, lon, tz, method, asr, days, withinMinutes = 1 }) => {
    expect(days.length).toBeGreaterThanOrEqual(4)
    for (const line of days) {
      const [day = '', ...published] = line.split(' ')
      const computed = (await localTimes({ lat, lon, tz, method, day, ...(asr ? { asr } : {}) })).split(' ')
      const apart = computed.map((time, index) => Math.abs(minutes(time) - minutes(published[index] as string)))
      expect(Math.max(...apart), `${day}: ${computed} instead of ${published}`).toBeLessThanOrEqual(withinMinutes)
    }
  })

  test('of twelve cities', () => {
    expect(new Set(publishedTimes.map(({ city }) => city)).size).toBe(12)
  })
})

describe('in Ramadan', () => {
  const makkah = { lat: 21.4225, lon: 39.8262, tz: 'Asia/Riyadh' }
  const minutesOfIsha = async (args: Args) => {
    const { maghrib, isha } = (await times(args, someday)).times
    return (Date.parse(isha?.at ?? '') - Date.parse(maghrib?.at ?? '')) / 60_000
  }

  // First and last days by the Umm al-Qura calendar, as the Python package `hijridate` 2.6.0 has them.
  test.each([
    ['1445', '2024-03-11', '2024-04-09'],
    ['1447', '2026-02-18', '2026-03-19'],
    ['1448', '2027-02-08', '2027-03-08'],
  ])('of %s, from %s to %s, Isha of Umm al-Qura is 30 minutes later', async (_year, first, last) => {
    const dayAfter = (day: string, days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
    const days = [dayAfter(first, -1), first, last, dayAfter(last, 1)]
    const found = await Promise.all(days.map((day) => minutesOfIsha({ ...makkah, method: 'umm_al_qura', day })))
    expect(found).toEqual([90, 120, 120, 90])
  })

  test('the days are those of the requested zone, also across the date line', async () => {
    const far = { lat: 1.87, lon: -157.4, tz: 'Pacific/Kiritimati', method: 'umm_al_qura' } as const
    expect(await minutesOfIsha({ ...far, day: '2026-02-17' })).toBe(90)
    expect(await minutesOfIsha({ ...far, day: '2026-02-18' })).toBe(120)
  })

  test.each(['gulf', 'qatar'] as const)('Isha of %s stays 90 minutes after sunset', async (method) => {
    expect(await minutesOfIsha({ ...makkah, method, day: '2026-03-01' })).toBe(90)
  })
})

describe('the angles of a method', () => {
  const london = { lat: 51.5074, lon: -0.1278, tz: 'Europe/London', day: '2026-03-20' }

  // Computed with `adhan` from the published angles alone; Dhuhr is a minute later in the presets of some authorities.
  test.each([
    ['isna', '04:31', '19:47'],
    ['mwl', '04:10', '20:01'],
    ['egypt', '03:59', '20:04'],
    ['karachi', '04:10', '20:08'],
    ['gulf', '03:59', '19:44'],
    // JAKIM's angle for Fajr has been 18 degrees since November 2019.
    ['jakim', '04:10', '20:08'],
  ] as const)('of %s give Fajr at %s and Isha at %s in London', async (method, fajr, isha) => {
    const { times: found } = await times({ ...london, method }, someday)
    expect([found.fajr?.local, found.isha?.local]).toEqual([fajr, isha])
  })

  test('set Asr later by the Hanafi rule', async () => {
    const { times: shafi } = await times(london, someday)
    const { times: hanafi, asr } = await times({ ...london, asr: 'hanafi' }, someday)
    expect([shafi.asr?.local, hanafi.asr?.local, asr]).toEqual(['15:26', '16:16', 'hanafi'])
  })
})

describe('far north and south', () => {
  const tromso = { lat: 69.6492, lon: 18.9553, tz: 'Europe/Oslo' }

  test('the result says that the sun does not set, and lacks its times', async () => {
    const answer = await times({ ...tromso, day: '2026-06-21' }, someday)
    expect(answer).toMatchObject({ polar: 'day', estimated: [] })
    expect(Object.keys(answer.times)).toEqual(['dhuhr', 'asr'])
    expect(answer.text).toContain('The sun does not set.')
    expect(answer).not.toHaveProperty('next')
  })

  test('the result says that the sun does not rise, and lacks its times', async () => {
    const answer = await times({ ...tromso, day: '2026-12-21' }, someday)
    expect(answer).toMatchObject({ polar: 'night', estimated: [] })
    // It comes near enough to the horizon for twilight.
    expect(Object.keys(answer.times)).toEqual(['fajr', 'dhuhr', 'isha'])
    expect(answer.text).toContain('The sun does not rise.')
    expect(Object.keys((await times({ lat: 86, lon: 0, day: '2026-12-21' }, someday)).times)).toEqual(['dhuhr'])
  })

  test('the polar night of one pole is the polar day of the other', async () => {
    for (const [lat, day, polar] of [
      [-78, '2026-12-21', 'day'],
      [-78, '2026-06-21', 'night'],
      [90, '2026-06-21', 'day'],
      [90, '2026-12-21', 'night'],
      [-90, '2026-12-21', 'day'],
      [-90, '2026-06-21', 'night'],
    ] as const) {
      expect(await times({ lat, lon: 0, day }, someday)).toMatchObject({ polar })
    }
  })

  test('at the poles no time occurs', async () => {
    const { times: found, next, text } = await times({ lat: 90, lon: 12 }, someday)
    expect([found, next]).toEqual([{}, undefined])
    expect(text).toBe('21 November 2026, UTC: no time occurs. The sun does not rise.')
  })

  const stockholm = { lat: 59.3293, lon: 18.0686, tz: 'Europe/Stockholm', day: '2026-06-21', method: 'mwl' } as const

  test.each([
    ['angle', '01:54', '23:40'],
    ['middle', '00:49', '00:50'],
    ['seventh', '02:45', '22:54'],
  ] as const)(
    'if twilight lasts all night, the rule %s sets Fajr at %s and Isha at %s, and the result says so',
    async (rule, fajr, isha) => {
      const answer = await times({ ...stockholm, high_latitude: rule }, someday)
      expect([answer.times.fajr?.local, answer.times.isha?.local]).toEqual([fajr, isha])
      expect(answer).toMatchObject({ high_latitude: rule, estimated: ['fajr', 'isha'] })
      expect(answer.text).toContain('Estimated by rule, not by the sun: fajr and isha.')
    },
  )

  // As `adhan` computes them: 05:11:00.7 and 18:15:00.3.
  test('times by rule are whole minutes also before 1970', async () => {
    const { times: found } = await times(
      { lat: 60, lon: 0, method: 'mwl', high_latitude: 'seventh', day: '1950-11-02' },
      someday,
    )
    expect([found.fajr?.at, found.isha?.at]).toEqual(['1950-11-02T05:11:00.000Z', '1950-11-02T18:15:00.000Z'])
  })

  test('what the Moonsighting Committee sets by the season is estimated', async () => {
    const glasgow = { lat: 55.86, lon: -4.25, tz: 'Europe/London', method: 'moonsighting' } as const
    expect(await times({ ...glasgow, day: '2026-11-21' }, someday)).toMatchObject({ estimated: ['fajr', 'isha'] })
    const makkah = { lat: 21.42, lon: 39.83, method: 'moonsighting' } as const
    expect(await times({ ...makkah, day: '2026-11-21' }, someday)).toMatchObject({ estimated: [] })
  })

  test('nothing is estimated if the sun sinks low enough', async () => {
    for (const method of methods.filter((each) => each !== 'moonsighting')) {
      expect(await times({ lat: 30, lon: 31, method, day: '2026-03-20' }, someday)).toMatchObject({ estimated: [] })
    }
  })

  test('no afternoon prayer comes before noon if the sun hardly rises', async () => {
    const answer = await times({ lat: 69.65, lon: 18.95, tz: 'Europe/Oslo', day: '2026-11-21' }, someday)
    const { dhuhr, asr, maghrib } = answer.times
    expect([dhuhr?.local, asr?.local, maghrib?.local]).toEqual(['11:31', '11:34', '12:53'])
  })
})

describe('today and what comes next', () => {
  const london = { lat: 51.5074, lon: -0.1278, tz: 'Europe/London' }

  test.each([
    ['2026-11-21T05:48:59Z', 'fajr', 1],
    ['2026-11-21T05:49:00Z', 'dhuhr', 21_480],
    ['2026-11-21T07:28:00Z', 'dhuhr', 15_540],
    ['2026-11-21T17:42:30Z', 'isha', 30],
    ['2026-11-21T17:43:00Z', 'fajr', 43_680],
    ['2026-11-21T23:59:59Z', 'fajr', 21_061],
  ])('at %s is %s, in %d seconds', async (moment, name, in_s) => {
    const { next } = await times(london, at(moment))
    expect([next?.name, next?.in_s]).toEqual([name, in_s])
    expect(Date.parse(next?.at ?? '') - Date.parse(moment)).toBe(in_s * 1000)
  })

  test('today is the calendar day of the zone', async () => {
    const apart = at('2026-11-21T23:30:00Z')
    for (const [tz, day] of [
      ['UTC', '2026-11-21'],
      ['Asia/Tokyo', '2026-11-22'],
      ['America/Los_Angeles', '2026-11-21'],
      ['Pacific/Kiritimati', '2026-11-22'],
    ]) {
      expect(await times({ lat: 0, lon: 0, tz: tz as string }, apart)).toMatchObject({ day, timezone: tz })
    }
  })

  test('another day has no next prayer', async () => {
    expect(await times({ ...london, day: '2026-11-22' }, someday)).not.toHaveProperty('next')
    expect(await times({ ...london, day: '2026-11-21' }, someday)).toHaveProperty('next')
  })

  test('times follow the clocks when they change, and moments do not', async () => {
    const before = await times({ ...london, day: '2026-10-24' }, someday)
    const after = await times({ ...london, day: '2026-10-25' }, someday)
    expect([before.times.dhuhr?.local, after.times.dhuhr?.local]).toEqual(['12:46', '11:46'])
    const apartMs = Date.parse(after.times.dhuhr?.at ?? '') - Date.parse(before.times.dhuhr?.at ?? '')
    expect(Math.abs(apartMs - 86_400_000)).toBeLessThanOrEqual(60_000)
    const spring = await times({ ...london, day: '2026-03-29' }, someday)
    expect(spring.times.fajr?.local).toBe('05:08')
  })
})

test.each(['UTC', 'place', 'Pacific/Auckland', 'America/Adak'])(
  'the meridian of 180 degrees has the same day east and west, with %s',
  async (tz) => {
    for (const day of ['2026-02-11', '2026-06-01', '2026-11-03']) {
      const [east, west] = [
        await times({ lat: 0, lon: 180, tz, day }, someday),
        await times({ lat: 0, lon: -180, tz, day }, someday),
      ]
      expect({ ...west, lon: 180 }).toEqual(east)
      // By a few metres, noon is on the same day, or by the clocks of UTC at its other end.
      const near = await times({ lat: 0, lon: -179.9999999999, tz, day }, someday)
      const apartMs = Date.parse(near.times.dhuhr?.at ?? '') - Date.parse(east.times.dhuhr?.at ?? '')
      expect([0, 86_400_000].some((ms) => Math.abs(apartMs - ms) <= 60_000)).toBe(true)
    }
  },
)

describe('time zones', () => {
  test.each([
    ['Apia', -13.83, -171.77, 'Pacific/Apia'],
    ['Kiritimati', 1.87, -157.4, 'Pacific/Kiritimati'],
    ['Adak', 51.88, -176.66, 'America/Adak'],
    ['Auckland', -36.85, 174.76, 'Pacific/Auckland'],
    ['the Chatham Islands', -43.95, -176.55, 'Pacific/Chatham'],
    ['Suva', -18.14, 178.44, 'Pacific/Fiji'],
    ['Kolkata', 22.57, 88.36, 'Asia/Kolkata'],
    ['the middle of the Atlantic', 30, -40, 'Etc/GMT+3'],
  ])('of the place: noon of %s is on the requested day', async (_name, lat, lon, timezone) => {
    const answer = await times({ lat, lon, tz: 'place' }, someday)
    expect(answer.timezone).toBe(timezone)
    const noon = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' })
    expect(noon.format(Date.parse(answer.times.dhuhr?.at ?? ''))).toBe(answer.day)
    expect(Number(answer.times.dhuhr?.local.slice(0, 2))).toBeGreaterThanOrEqual(11)
    expect(Number(answer.times.dhuhr?.local.slice(0, 2))).toBeLessThanOrEqual(14)
  })

  test.each(['US/Eastern', 'Asia/Calcutta', 'Europe/Kiev', 'Etc/GMT-14', 'GMT'])(
    'may have the older name %s',
    async (tz) => {
      expect((await times({ lat: 1, lon: 1, tz }, someday)).timezone).toMatch(/^[A-Z]/)
    },
  )

  test.each(['Europe/Atlantis', '+05:30', 'place2', '-', 'local', '../etc/passwd', 'Europe/', 'EUROPE/LONDO'])(
    '%s is rejected',
    async (tz) => {
      await expect(times({ lat: 1, lon: 1, tz }, someday)).rejects.toMatchObject({
        code: 'invalid_argument',
        details: [{ path: 'tz', message: expect.stringContaining('Europe/London') }],
      })
    },
  )
})

test.each(['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])('the day %s is too far away', async (day) => {
  const rejected = times({ lat: 1, lon: 1, day }, someday)
  await expect(rejected).rejects.toMatchObject({ code: 'invalid_argument', details: [{ path: 'day' }] })
})

test('anywhere, on any day and by any rule, the times are in order, and every gap has its reason', async () => {
  const order: Moment[] = ['fajr', 'sunrise', 'dhuhr', 'asr', 'maghrib', 'isha']
  const anywhere = fc.record({
    lat: fc.oneof(fc.constantFrom(-90, 90, 0, 66.5, -66.5), fc.double({ min: -90, max: 90, noNaN: true })),
    lon: fc.oneof(fc.constantFrom(-180, 180, 0), fc.double({ min: -180, max: 180, noNaN: true })),
    day: fc
      .integer({ min: -25_567, max: 84_005 })
      .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
    method: fc.constantFrom(...methods),
    asr: fc.constantFrom('shafi' as const, 'hanafi' as const),
    high_latitude: fc.constantFrom('angle' as const, 'middle' as const, 'seventh' as const),
    tz: fc.constantFrom('UTC', 'place', 'Asia/Tokyo', 'America/New_York'),
  })
  await fc.assert(
    fc.asyncProperty(anywhere, async (args) => {
      const { times: found, polar, estimated, text } = await times(args, someday)
      const listed = order.flatMap((moment) => (found[moment] ? [Date.parse(found[moment].at)] : []))
      expect(listed).toEqual(listed.toSorted((a, b) => a - b))
      expect(listed.every((ms) => ms % 60_000 === 0)).toBe(true)
      if (Math.abs(args.lat) < 60) expect(Object.keys(found)).toEqual(order)
      if (!found.sunrise) expect(polar).toBeDefined()
      if (polar) expect(found).not.toHaveProperty('sunrise')
      for (const prayer of estimated) expect(found).toHaveProperty(prayer)
      expect(text).not.toMatch(/NaN|undefined|Invalid/)
    }),
    {
      numRuns: 1500,
      examples: [
        [
          {
            ...{ lat: -66.5, lon: 0, day: '2139-12-07', method: 'diyanet', asr: 'shafi' },
            ...{ high_latitude: 'seventh', tz: 'UTC' },
          },
        ],
      ],
    },
  )
})

test('the zone of the machine makes no difference', () => {
  const code = `
    const { default: createTimes } = await import(process.env.CODE)
    const times = createTimes()
    const texts = new Set()
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Adak', 'Europe/London']) {
      process.env.TZ = zone
      const ctx = { clock: { now: () => Date.parse('2026-10-24T23:30:00Z') } }
      texts.add((await times({ lat: 51.5074, lon: -0.1278, tz: 'Europe/London' }, ctx)).text)
    }
    console.log(JSON.stringify([...texts]))`
  const env = { ...process.env, CODE: new URL('./times.ts', import.meta.url).href }
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual([expect.stringMatching(/^25 October 2026, Europe\/London: fajr 05:09/)])
})

test('the example of the document is what the method returns', async () => {
  expect(await times(exampleArguments('prayer.times') as Args, someday)).toEqual(exampleResult('prayer.times'))
})

describe('a day', () => {
  const london = { lat: 51.5074, lon: -0.1278, tz: 'Europe/London' }

  test('has the same times all day, and the next prayer by the time of day', async () => {
    const [morning, later] = [
      await times(london, at('2026-11-21T09:30:00Z')),
      await times(london, at('2026-11-21T13:00:30Z')),
    ]
    const { next: before, text: _, ...day } = morning
    const { next: after, text: __, ...same } = later
    expect(same).toEqual(day)
    expect([before?.name, after?.name, after?.at]).toEqual(['dhuhr', 'asr', day.times.asr?.at])
    expect(after?.in_s).toBe((Date.parse(after?.at ?? '') - Date.parse('2026-11-21T13:00:30Z')) / 1000)
    expect(later.text).toContain('Next is asr, in ')
    expect((await times({ ...london, day: '2026-11-21' }, at('2026-11-22T09:30:00Z'))).next).toBeUndefined()
    expect((await times(london, at('2026-11-22T09:30:00Z'))).day).toBe('2026-11-22')
  })

  test('differs from that of another place, zone, day or rule', async () => {
    const others: Args[] = [
      london,
      { ...london, lat: 51.6 },
      { ...london, lon: -0.2 },
      { ...london, tz: 'Europe/Paris' },
      { ...london, day: '2026-11-23' },
      { ...london, method: 'mwl' },
      { ...london, asr: 'hanafi' },
      { ...london, high_latitude: 'middle' },
    ]
    const first = []
    for (const args of others) first.push(await times(args, someday))
    expect(new Set(first.map((answer) => JSON.stringify(answer))).size).toBe(others.length)
    for (const [index, { tz, ...args }] of others.entries()) {
      expect(first[index]).toMatchObject({ ...args, timezone: tz })
    }
  })
})

import { nameOf, type Place } from './places.ts'

/** What an operator may use beside the value that it changes. */
export interface Surroundings {
  readonly args: Readonly<Record<string, unknown>>
  /** Ids in other responses. */
  readonly otherIds: readonly string[]
}

/** Makes one kind of mistake: returns a wrong value for a place, or undefined where it does not apply. */
export interface Operator {
  readonly name: string
  readonly kind: 'absurd' | 'plausible'
  change(place: Place, surroundings: Surroundings): unknown
}

type Change = Operator['change']

const ofNumber =
  (change: (value: number, name: string) => unknown): Change =>
  (place) =>
    typeof place.value === 'number' ? change(place.value, nameOf(place)) : undefined

const ofText =
  (change: (value: string) => unknown): Change =>
  ({ value }) =>
    typeof value === 'string' ? change(value) : undefined

const ofList =
  (minimum: number, change: (value: unknown[]) => unknown): Change =>
  ({ value }) =>
    Array.isArray(value) && value.length >= minimum ? change(value) : undefined

/** The order of records is documented; that of texts, such as tags, often is not. */
const ofRecords = (change: (value: unknown[]) => unknown): Change =>
  ofList(2, (list) => (list.every((entry) => typeof entry === 'object') ? change(list) : undefined))

const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T|$)/.test(text)
const isId = (text: string): boolean => /^[a-z]+_[0-9a-z]{10,}$/.test(text)
const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'BTC', 'ETH']

type Located = { lat: number; lon: number } & Record<string, unknown>
const isLocated = (value: unknown): value is Located => {
  const { lat, lon } = (value ?? {}) as Partial<Located>
  return typeof lat === 'number' && typeof lon === 'number'
}

/** Moves a count beside a list. */
const ofCount =
  (name: RegExp, change: (count: number, entries: number) => unknown): Change =>
  ({ value }) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const members = Object.entries(value)
    const [field, count] = members.find(([key, one]) => name.test(key) && typeof one === 'number') ?? []
    const list = members.find(([, one]) => Array.isArray(one) && one.length > 0)?.[1] as unknown[] | undefined
    if (!field || !list) return undefined
    return { ...value, [field]: change(count as number, list.length) }
  }

/** How a quantity would read in another unit that its name does not state. */
const otherUnits: readonly [RegExp, number][] = [
  [/_km$/, 0.621371],
  [/_m$/, 3.28084],
  [/_ft$/, 0.3048],
  [/_nm$/, 1.852],
  [/_kt$/, 1.852],
  [/_s$/, 1 / 60],
  [/minutes$/, 60],
  [/_bytes$/, 1 / 1024],
  [/_deg$/, Math.PI / 180],
  [/_kcal$/, 4.184],
  [/_usd$/, 0.86],
  [/credits$/, 1_000_000],
  [/(?:^|_)(?:lat|lon)$/, Math.PI / 180],
]

const absurd: Record<string, Change> = {
  'times 1,000': ofNumber((value) => value * 1000),
  negated: ofNumber((value) => -value),
  'year 1': ofText((text) => (isTime(text) ? `0001${text.slice(4)}` : undefined)),
  empty: ({ value }) => (typeof value === 'string' ? '' : undefined),
  'repeated list': ofList(1, (list) => [...list, ...list]),
  'reversed list': ofRecords((list) => list.toReversed()),
  'foreign currency': ofText((text) =>
    currencies.includes(text) ? currencies[(currencies.indexOf(text) + 3) % currencies.length] : undefined,
  ),
  'swapped latitude and longitude': ({ value }) =>
    isLocated(value) ? { ...value, lat: value.lon, lon: value.lat } : undefined,
  'total below count': ofCount(/^total$/, (_, entries) => entries - 1),
  'unknown enum': ({ value, schema }) => (schema.enum && typeof value === 'string' ? 'no_such_value' : undefined),
}

const plausible: Record<string, Change> = {
  'plus one': ofNumber((value) => value + 1),
  "another record's id": ({ value }, { otherIds }) => {
    if (typeof value !== 'string' || !isId(value)) return undefined
    const prefix = value.slice(0, value.indexOf('_') + 1)
    return otherIds.find((id) => id.startsWith(prefix) && id !== value)
  },
  'a minute later': ofText((text) =>
    isTime(text) && text.includes('T') ? new Date(Date.parse(text) + 60_000).toISOString() : undefined,
  ),
  'next page off by one': ofCount(/^next_?offset$/i, (offset) => offset + 1),
  'two equal items': ofList(2, ([first, , ...rest]) => [first, structuredClone(first), ...rest]),
  'unit changed': ofNumber((value, name) => {
    const [, factor] = otherUnits.find(([unit]) => unit.test(name)) ?? []
    return factor && (Number.isInteger(value) ? Math.round(value * factor) : value * factor)
  }),
  'one item left out': ofList(1, (list) => list.toSpliced(Math.floor(list.length / 2), 1)),
  'echoed argument changed': (place, { args }) => {
    const sent = args[nameOf(place)]
    if (sent === undefined || sent !== place.value) return undefined
    if (typeof sent === 'number') return sent + 1
    if (typeof sent === 'boolean') return !sent
    return place.schema.enum?.find((other) => other !== sent) ?? `${sent}s`
  },
  'two swapped': ofRecords(([first, second, ...rest]) => [second, first, ...rest]),
  rounded: ofNumber((value) => (Number.isInteger(value) ? Math.round(value / 100) * 100 : Math.round(value))),
}

/** The mistakes that a response may have: ten that a reader would notice, ten that a reader would not. */
export const operators: readonly Operator[] = [
  ...Object.entries(absurd).map(([name, change]) => ({ name, kind: 'absurd', change }) as const),
  ...Object.entries(plausible).map(([name, change]) => ({ name, kind: 'plausible', change }) as const),
]

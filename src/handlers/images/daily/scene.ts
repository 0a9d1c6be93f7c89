import { createHash } from 'node:crypto'

/** A picture that is composed from a date alone, so that a day always has the same one. */
export interface Scene {
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly svg: string
}

const width = 1440
const height = 960

interface Light {
  readonly name: string
  readonly tag: string
  /** From the top of the sky to the horizon. */
  readonly sky: readonly [string, string, string]
  /** The farthest and the nearest hill. */
  readonly hills: readonly [string, string]
  readonly disc: string
  readonly hasStars?: true
}

const lights: readonly Light[] = [
  {
    name: 'at dawn',
    tag: 'dawn',
    sky: ['#5b6fa8', '#e9a6a0', '#fde3b4'],
    hills: ['#b98d9e', '#2b2a44'],
    disc: '#fff1cf',
  },
  {
    name: 'in the morning',
    tag: 'morning',
    sky: ['#5aa7d6', '#a9d6ea', '#f3f3e2'],
    hills: ['#9dbcb6', '#1f4a3d'],
    disc: '#fffbe6',
  },
  {
    name: 'at noon',
    tag: 'noon',
    sky: ['#2f7fc1', '#79b8e3', '#d9eef7'],
    hills: ['#8db3a5', '#24563a'],
    disc: '#ffffff',
  },
  {
    name: 'in golden light',
    tag: 'golden light',
    sky: ['#6c8aa6', '#f2c27b', '#ffe9b0'],
    hills: ['#d1a06a', '#4a2f1d'],
    disc: '#fff3c4',
  },
  {
    name: 'at dusk',
    tag: 'dusk',
    sky: ['#2d2f63', '#9c5a86', '#f09a6a'],
    hills: ['#7c5480', '#1a1630'],
    disc: '#ffd9a0',
  },
  {
    name: 'under the stars',
    tag: 'night',
    sky: ['#0a1230', '#1a2a58', '#3f5488'],
    hills: ['#2f416e', '#070b1a'],
    disc: '#eef2ff',
    hasStars: true,
  },
  {
    name: 'in the mist',
    tag: 'mist',
    sky: ['#aebcc4', '#cfd8da', '#eef0ea'],
    hills: ['#c3cdcd', '#52646a'],
    disc: '#fbfaf2',
  },
  {
    name: 'before rain',
    tag: 'rain',
    sky: ['#46525f', '#77868f', '#c2c8bf'],
    hills: ['#8a979b', '#222c31'],
    disc: '#dfe5df',
  },
]

const places = ['Hills', 'Ridges', 'Mountains', 'A bay', 'A lake', 'Islands'] as const
const withWater: ReadonlySet<string> = new Set(['A bay', 'A lake', 'Islands'])
const seasons = ['winter', 'spring', 'summer', 'autumn'] as const

/** Composes the picture of a day. @param day `YYYY-MM-DD` */
export function sceneOf(day: string): Scene {
  const chance = chanceOf(day)
  const light = chance.one(lights)
  const place = chance.one(places)
  // Meteorological seasons of the northern hemisphere.
  const season = seasons[Math.floor((Number(day.slice(5, 7)) % 12) / 3)] ?? 'winter'
  const hasWater = withWater.has(place)
  const title = `${place} ${light.name}`
  const drawn = hasWater ? 'hills behind still water' : 'rows of hills that fade into the distance'
  return {
    title,
    description: `A drawing based on the date ${day}: ${drawn}, ${light.name}.`,
    tags: ['landscape', light.tag, season],
    svg: drawingOf(chance, light, hasWater),
  }
}

function drawingOf(chance: Chance, light: Light, hasWater: boolean): string {
  const horizon = hasWater ? chance.between(0.56, 0.66) * height : height
  const [top, middle, bottom] = light.sky
  const disc = { x: chance.between(0.15, 0.85) * width, y: chance.between(0.14, 0.42) * height }
  const radius = chance.between(38, 74)
  const parts = [
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>`,
    ...(light.hasStars ? stars(chance) : []),
    `<circle cx="${fixed(disc.x)}" cy="${fixed(disc.y)}" r="${fixed(radius * 4)}" fill="url(#glow)"/>`,
    `<circle cx="${fixed(disc.x)}" cy="${fixed(disc.y)}" r="${fixed(radius)}" fill="${light.disc}"/>`,
    ...hills(chance, light, horizon, hasWater),
    ...(hasWater ? water(chance, light, horizon, disc.x) : []),
    ...birds(chance, light),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="0.45" stop-color="${middle}"/><stop offset="0.75" stop-color="${bottom}"/></linearGradient>
<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${bottom}"/><stop offset="1" stop-color="${top}"/></linearGradient>
<radialGradient id="glow"><stop offset="0.2" stop-color="${light.disc}" stop-opacity="0.6"/><stop offset="1" stop-color="${light.disc}" stop-opacity="0"/></radialGradient>
</defs>
${parts.join('\n')}
</svg>
`
}

function stars(chance: Chance): string[] {
  return Array.from({ length: 140 }, () => {
    const [x, y] = [chance.between(0, width), chance.between(0, height * 0.6)]
    const [radius, opacity] = [chance.between(0.6, 2), chance.between(0.3, 1)]
    return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}" fill="#fff" opacity="${fixed(opacity)}"/>`
  })
}

/** Rows of hills, the farthest first. */
function hills(chance: Chance, { hills: [far, near] }: Light, horizon: number, hasWater: boolean): string[] {
  const count = hasWater ? 4 : 6
  return Array.from({ length: count }, (_, at) => {
    const share = at / (count - 1)
    const base = (hasWater ? 0.74 + 0.22 * share : 0.48 + 0.42 * share) * horizon
    const swell = (hasWater ? 0.16 : 0.13) * height * (1 - 0.45 * share)
    const waves = [1, 2.3, 5.1, 11].map((frequency, index) => ({
      frequency: frequency * chance.between(0.7, 1.3),
      phase: chance.between(0, 2 * Math.PI),
      height: (swell * chance.between(0.5, 1)) / (1 + index * 1.6),
    }))
    const crest = Array.from({ length: 121 }, (_unused, step) => {
      const x = (step / 120) * width
      const rise = waves.reduce(
        (sum, wave) => sum + wave.height * Math.sin((x / width) * 2 * Math.PI * wave.frequency + wave.phase),
        0,
      )
      return `${fixed(x)} ${fixed(Math.min(horizon, base - rise))}`
    })
    return `<path d="M0 ${fixed(horizon)}L${crest.join('L')}L${width} ${fixed(horizon)}Z" fill="${mixed(far, near, share)}"/>`
  })
}

function water(chance: Chance, { disc, hills: [far] }: Light, horizon: number, discX: number): string[] {
  const surface = `<rect y="${fixed(horizon)}" width="${width}" height="${fixed(height - horizon)}" fill="url(#water)"/>`
  const ripples = Array.from({ length: 70 }, (_, at) => {
    const depth = chance.between(0, 1) ** 1.5
    const y = horizon + 6 + depth * (height - horizon - 10)
    const isGlint = at % 2 === 0
    const x = isGlint ? discX + chance.between(-1, 1) * (30 + 150 * depth) : chance.between(0, width)
    const length = (isGlint ? 30 : 60) + 120 * depth * chance.between(0.3, 1)
    const opacity = isGlint ? 0.5 : 0.22
    return `<rect x="${fixed(x - length / 2)}" y="${fixed(y)}" width="${fixed(length)}" height="${fixed(1.5 + 3 * depth)}" rx="2" fill="${isGlint ? disc : far}" opacity="${opacity}"/>`
  })
  return [surface, ...ripples]
}

function birds(chance: Chance, { hills: [, near] }: Light): string[] {
  const count = Math.floor(chance.between(0, 9))
  const [x0, y0] = [chance.between(0.2, 0.8) * width, chance.between(0.12, 0.3) * height]
  return Array.from({ length: count }, () => {
    const [x, y] = [x0 + chance.between(-130, 130), y0 + chance.between(-60, 60)]
    const span = chance.between(8, 18)
    const wing = `M${fixed(x - span)} ${fixed(y)}q${fixed(span / 2)} ${fixed(-span / 2)} ${fixed(span)} 0q${fixed(span / 2)} ${fixed(-span / 2)} ${fixed(span)} 0`
    return `<path d="${wing}" fill="none" stroke="${near}" stroke-width="2.4" stroke-linecap="round"/>`
  })
}

interface Chance {
  between(low: number, high: number): number
  one<T>(of: readonly T[]): T
}

/** Pseudo-random numbers that depend on the date alone (mulberry32). */
function chanceOf(day: string): Chance {
  let state = createHash('sha256').update(`scene ${day}`).digest().readUInt32BE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixedState = Math.imul(state ^ (state >>> 15), 1 | state)
    mixedState = (mixedState + Math.imul(mixedState ^ (mixedState >>> 7), 61 | mixedState)) ^ mixedState
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    between: (low, high) => low + (high - low) * next(),
    one: (of) => of[Math.floor(next() * of.length)] as never,
  }
}

/** A colour between two, as `#rrggbb`. */
function mixed(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number]
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

function fixed(value: number): string {
  return value.toFixed(1)
}

import { randomFrom } from '../../contract-tests/mutating/random.ts'

/** Values that are drawn, the same for the same seed. */
export interface Draw {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  one<Value>(values: readonly Value[]): Value
  bytes(count: number): Buffer
}

/** A family of hostile inputs: builds one of drawn size. */
export type Family<Input> = (draw: Draw) => Input

export interface Hostile<Input> {
  readonly name: string
  readonly build: () => Input
}

function drawFrom(seed: number): Draw {
  const random = randomFrom(seed)
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return {
    between,
    one: (values) => values[between(0, values.length - 1)] as (typeof values)[number],
    bytes: (count) => Buffer.from(Uint8Array.from({ length: count }, () => between(0, 255))),
  }
}

/** The inputs of a seed: all families in turn, each time with other sizes. */
export function drawHostile<Input>(
  families: Readonly<Record<string, Family<Input>>>,
  count: number,
  seed: number,
): Hostile<Input>[] {
  const all = Object.entries(families)
  return Array.from({ length: count }, (_, index) => {
    const [family, build] = all[index % all.length] as (typeof all)[number]
    return {
      name: `${family} ${Math.floor(index / all.length) + 1}`,
      build: () => build(drawFrom(seed * 1000 + index)),
    }
  })
}

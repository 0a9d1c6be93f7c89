import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HashIndex } from './hash-index.ts'

const same = (position: number, key: number) => position === key

/** Few hashes, many of them neighbours, so that long rows of cells come up. */
const crowdedHash = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 58, max: 66 }),
  fc.constantFrom(0xffff_ffff, 0xfc00_003f, 0xfc00_0000),
)

test('behaves like a list under any sequence of changes', () => {
  const step = fc.record({ hash: crowdedHash, kind: fc.constantFrom('set', 'set', 'remove', 'move'), pick: fc.nat() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const index = new HashIndex()
      const held: { hash: number; position: number }[] = []
      let next = 1
      for (const { hash, kind, pick } of steps) {
        const chosen = held[pick % Math.max(1, held.length)]
        if (kind === 'set') {
          index.set(hash, next)
          held.push({ hash, position: next })
          next += 1
        } else if (chosen && kind === 'remove') {
          index.remove(chosen.hash, chosen.position)
          held.splice(held.indexOf(chosen), 1)
        } else if (chosen) {
          index.move(chosen.hash, chosen.position, next)
          chosen.position = next
          next += 1
        }
      }
      for (const { hash, position } of held) expect(index.get(hash, position, same)).toBe(position)
      const positions = new Set(held.map(({ position }) => position))
      for (let position = 1; position < next; position++) {
        if (!positions.has(position)) expect(index.get(0, position, same)).toBe(0)
      }
    }),
  )
})

test('reports in advance by how much it grows', () => {
  const index = new HashIndex()
  for (let position = 1; position <= 5000; position++) {
    const hash = Math.imul(position, 0x9e37_79b1) >>> 0
    const before = index.bytes
    const growth = index.growthOf(hash)
    index.set(hash, position)
    expect(index.bytes).toBe(before + growth)
  }
  expect(index.bytes).toBeLessThan(5000 * 8 * 4)
})

test('an unknown position cannot be removed', () => {
  expect(() => new HashIndex().remove(7, 1)).toThrow('Position 1 is not in the index')
})

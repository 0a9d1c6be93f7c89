import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { checkPassword, hashPassword, maxPasswordBytes, verifyPassword } from './passwords.ts'

const PASSWORD = 'correct horse battery'

describe('a stored password', () => {
  test('is argon2id with at least the OWASP parameters, salted, and never the password', async () => {
    const [first, second] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
    expect(first).toMatch(/^\$argon2id\$v=19\$/)
    expect(first).not.toBe(second)
    expect(first).not.toContain(PASSWORD)
    const { memoryCost, timeCost, parallelism } = parseOptions(first)
    expect({ memoryCost, timeCost, parallelism }).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  })

  test('is matched only by the same password', async () => {
    const stored = await hashPassword(PASSWORD)
    expect(await verifyPassword(stored, PASSWORD)).toBe(true)
    for (const wrong of ['Correct horse battery', `${PASSWORD} `, '', 'x'.repeat(100_000)]) {
      expect(await verifyPassword(stored, wrong)).toBe(false)
    }
  })

  test('is the same whether an accent was typed composed or separately', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true)
  })

  test('is matched by nothing if the account has none', async () => {
    for (const none of [undefined, null, '']) expect(await verifyPassword(none, PASSWORD)).toBe(false)
  })

  test('hashes a password even for an unknown account, so that timing reveals nothing', async () => {
    await verifyPassword(undefined, PASSWORD)
    const stored = await hashPassword(PASSWORD)
    const fastestOf = async (hash: string | undefined): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < 7; round++) {
        const start = performance.now()
        await verifyPassword(hash, 'some wrong password')
        times.push(performance.now() - start)
      }
      return Math.min(...times)
    }
    const [known, unknown] = [await fastestOf(stored), await fastestOf(undefined)]
    expect(unknown).toBeGreaterThan(known / 4)
  })
})

describe('a common password', () => {
  test.each(['password123', 'PASSWORD123', 'qwertyuiop', '1234567890', '1q2w3e4r5t'])('%s is rejected', (common) => {
    expect(() => checkPassword(common)).toThrow('The password is one of the most common ones. Choose another one.')
  })

  test('is recognized only as a whole', () => {
    expect(() => checkPassword('password123 and a heron')).not.toThrow()
  })
})

describe('the length of a password', () => {
  test.each(['', 'ninechars', '🔑🔑🔑🔑🔑🔑🔑🔑🔑', 'e\u0301e\u0301e\u0301e\u0301e\u0301'])(
    '%j is rejected as too short',
    (short) => {
      expect(() => checkPassword(short)).toThrow('The password must have at least 10 characters.')
    },
  )

  test.each(['ten chars!', '🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑', 'пароль дня', ' '.repeat(10)])(
    '%j is enough: characters are counted, not bytes',
    (enough) => {
      expect(() => checkPassword(enough)).not.toThrow()
    },
  )

  test('is bounded in bytes', () => {
    expect(() => checkPassword('x'.repeat(maxPasswordBytes))).not.toThrow()
    expect(() => checkPassword('x'.repeat(maxPasswordBytes + 1))).toThrow('must be at most 1024 bytes long')
    expect(() => checkPassword('🔑'.repeat(257))).toThrow('must be at most 1024 bytes long')
  })
})

import { describe, expect, test } from 'vitest'
import { createContract } from './contract.ts'

const contract = createContract()

describe('routing', () => {
  test('a path value that is not percent-encoded UTF-8 is a fault of the caller, for every question about the path', () => {
    expect(contract.holds('/agent/%ff')).toBe(true)
    expect(() => contract.find('POST', '/agent/%ff')).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    expect(() => contract.find('GET', '/agent/%ff')).toThrow(
      expect.objectContaining({ code: 'method_not_allowed', allow: ['POST'] }),
    )
  })
})

import { expect } from 'vitest'
import type { RawResponse } from './raw-http.ts'

/**
 * Holds that a response is an error in the tool API's form: JSON with this code and a sentence, a request id, and
 * nothing that a browser could take for a page.
 */
export function expectProblem(response: RawResponse, status: number, code: string): void {
  expect([response.status, response.body]).toEqual([status, expect.stringContaining(`"code":"${code}"`)])
  expect(response.headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/)
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  expect(response.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
  expect(JSON.parse(response.body)).toMatchObject({ error: expect.stringMatching(/^\S.*\.( .*)?$/s), code })
}

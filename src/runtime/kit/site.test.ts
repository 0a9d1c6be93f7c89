import { expect, test } from 'vitest'
import { ApiError, type ErrorCode, errorCodes } from '../base/errors.ts'
import { faultOf } from './site.ts'

test('every error of a form except internal ones comes back to the form', async () => {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  for (const code of codes.filter((each) => each !== 'internal')) {
    expect((await faultOf(() => Promise.reject(new ApiError(code, 'Not now.'))))?.code).toBe(code)
  }
  await expect(faultOf(() => Promise.reject(new ApiError('internal', 'Failed.')))).rejects.toThrow('Failed.')
  await expect(faultOf(() => Promise.reject(new Error('unexpected')))).rejects.toThrow('unexpected')
  expect(await faultOf(async () => 'done')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { IncomingBytes } from './incoming-bytes.ts'
import type { Verdict } from './policy.ts'

const mebibyte = 1024 * 1024

test('one subject may send up to its limit, and more when a request is done', () => {
  const arriving = new IncomingBytes({ perSubject: 10 * mebibyte, perProcess: 100 * mebibyte })
  const end = arriving.begin('ada', 6 * mebibyte)
  const verdicts: Verdict[] = []
  expect(() => arriving.begin('ada', 5 * mebibyte, verdicts)).toThrow('You are already sending 6 MiB of large requests')
  expect(verdicts).toMatchObject([{ isAllowed: false, remaining: 4 * mebibyte }])
  arriving.begin('ada', 4 * mebibyte)
  arriving.begin('ben', 10 * mebibyte)
  end()
  end()
  arriving.begin('ada', 6 * mebibyte)
  expect(() => arriving.begin('ada', 1)).toThrow()
})

test('all subjects may send up to a limit; a single request of any size is accepted', () => {
  const arriving = new IncomingBytes({ perSubject: 10, perProcess: 15 })
  const end = arriving.begin('ada', 12)
  let fault: unknown
  try {
    arriving.begin('ben', 4)
  } catch (error) {
    fault = error
  }
  expect(fault).toMatchObject({ code: 'unavailable', retryAfterS: 1 })
  arriving.begin('ben', 3)
  end()
  arriving.begin('ann', 12)
})

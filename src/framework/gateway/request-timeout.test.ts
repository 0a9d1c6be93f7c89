import { expect, test } from 'vitest'
import { requestTimeoutMs } from './request-timeout.ts'

test.each([
  [{}, undefined],
  [{ 'grpc-timeout': '2M' }, 120_000],
  [{ 'grpc-timeout': '720H' }, 99_999_999],
  [{ 'grpc-timeout': '1500u' }, 1],
  [{ 'grpc-timeout': '1n' }, 1],
  [{ 'connect-timeout-ms': '250' }, 250],
  [{ timeout: '3' }, 3000],
  [{ timeout: '9999999999' }, 99_999_999],
  [{ timeout: '3', 'connect-timeout-ms': '250', 'grpc-timeout': '100m' }, 100],
])('%j means %j ms', (headers, ms) => {
  expect(requestTimeoutMs(headers)).toBe(ms)
})

test.each([
  [{ 'grpc-timeout': 'soon' }, /grpc-timeout must be up to eight digits and a unit/],
  [{ 'grpc-timeout': '100000000S' }, /grpc-timeout/],
  [{ 'connect-timeout-ms': '1.5' }, /connect-timeout-ms must be a whole number of milliseconds/],
  [{ timeout: '-1' }, /timeout must be a whole number of seconds/],
])('%j is rejected, and the error says what to send', (headers, message) => {
  expect(() => requestTimeoutMs(headers)).toThrow(message)
})

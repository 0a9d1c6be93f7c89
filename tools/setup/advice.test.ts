import { expect, test } from 'vitest'
import { adviceFor } from './advice.mjs'

test.each([
  ['npm error network request to https://x failed, reason: getaddrinfo ENOTFOUND x', 'registry could not be reached'],
  ['gyp ERR! find Python \ngyp ERR! stack Error: not found: make', 'python3 make g++'],
  ['npm error code EUSAGE', 'package.json and package-lock.json disagree'],
  ['npm error code ENOSPC', 'disk is full'],
  ['npm error code EACCES', 'writable'],
  ['npm error code EINTEGRITY', 'npm cache clean'],
  ['something never seen', 'delete node_modules'],
])('%j comes with advice', (log, advice) => {
  expect(adviceFor(log)).toContain(advice)
})

import { expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

test.each([
  ['without a credential', 401, {}],
  ['with an invalid token', 401, { Authorization: `Bearer od_${'x'.repeat(43)}` }],
  ['with a payment in place of an account', 403, { 'X-PAYMENT': 'x' }],
])('the error of a call %s names the page for tokens before any command', async (_how, status, headers) => {
  const response = await fetch(`${server().url}/api/v1/notes/list`, { headers: headers as Record<string, string> })
  const { error } = (await response.json()) as { error: string }
  expect([response.status, error]).toEqual([
    status,
    expect.stringMatching(
      /Create (?:one|a token|a new token|a new one) at \/settings\/tokens on this server, or with: onedoor token create/,
    ),
  ])
})

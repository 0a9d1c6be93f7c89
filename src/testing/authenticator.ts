import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import type { TestVisitor } from './visitor.ts'

const page = '/settings/security/second-factor'

/** An authenticator app with the key of one account, and the recovery codes. */
export interface Authenticator {
  /** The code that the app shows now, or that many steps from now. */
  code(stepsOff?: number): string
  readonly recoveryCodes: readonly string[]
}

/** Shows the codes of a key, as a page shows it. */
function appWith(server: TestServer, key: string): (stepsOff?: number) => string {
  const totp = new TOTP({ secret: key.replaceAll(' ', '') })
  return (stepsOff = 0) => totp.generate({ timestamp: server.clock.now() + stepsOff * 30_000 })
}

/** Begins to set up an app for a signed-in visitor. */
export async function beginFactor(server: TestServer, visitor: TestVisitor, password = 'correct horse battery') {
  const { html } = await visitor.submit(page, `${page}/begin`, { password })
  const [, key = ''] = /<code>((?:[A-Z2-7]{4} ?){8})<\/code>/.exec(html) ?? []
  expect(key, html).not.toBe('')
  const csrf_token = /csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string
  return { html, csrf_token, key: key.replaceAll(' ', ''), code: appWith(server, key) }
}

/** Sets up an app for a signed-in visitor, and waits for the next code. */
export async function setUpFactor(server: TestServer, visitor: TestVisitor): Promise<Authenticator> {
  const { csrf_token, code } = await beginFactor(server, visitor)
  const { html } = await visitor.post(`${page}/confirm`, { csrf_token, code: code() })
  const recoveryCodes = html.match(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/g) ?? []
  expect(recoveryCodes, html).toHaveLength(10)
  server.clock.advance(30_000)
  return { code, recoveryCodes }
}

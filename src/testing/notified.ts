import { expect } from 'vitest'
import { pushServiceForTests } from './push-service.ts'
import type { TestAccount, TestServer } from './server.ts'
import { TestVisitor } from './visitor.ts'

/** The page on which people allow notifications. */
export const place = '/settings/notifications'

/** A push service for the tests of one file, and people with devices that it reaches. */
export function notifiedForTests() {
  const push = pushServiceForTests()
  /** Settings that lead to the push service of the test, whose address is known only once it runs. */
  const settings = {
    get PUSH_BASE_URL() {
      return push().url
    },
    FETCH_ALLOWED_RANGES: '127.0.0.1',
    BASE_URL: 'https://onedoor.example',
  }

  async function visitorOf(server: TestServer, account: TestAccount): Promise<TestVisitor> {
    push().nowS = () => Math.floor(server.clock.now() / 1000)
    return new TestVisitor(server.url).signIn(account.username)
  }

  /** A browser in which the account allows notifications. */
  async function addDevice(visitor: TestVisitor, subscription = push().subscribe()) {
    const { status, json } = await visitor.postJson(place, `${place}/devices`, { subscription })
    expect([status, json]).toEqual([200, { next: `${place}?done=added` }])
    return subscription
  }

  /** An account with so many devices, added a second apart. */
  async function withDevices(server: TestServer, count: number) {
    const account = await server.account()
    const visitor = await visitorOf(server, account)
    const devices = []
    for (let i = 0; i < count; i++) {
      devices.push(await addDevice(visitor))
      server.clock.advance(1000)
    }
    push().reset()
    return { account, visitor, devices }
  }

  return { push, settings, visitorOf, addDevice, withDevices }
}

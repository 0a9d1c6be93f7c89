import { startSandbox } from '../../src/worlds/sandbox.ts'
import type { World } from '../../src/worlds/world/world.ts'
import { conversationEvents } from '../conversation.ts'
import { deliveriesVariable } from '../example-carrier.ts'
import { addDeviceOf } from '../example-device.ts'
import { exampleMail } from '../example-mail.ts'
import { exampleRules } from '../example-model.ts'
import { inviteFrom, postAs } from '../example-people.ts'
import type { RealServer } from '../server.ts'

/** A world of a sandbox in this process, with everything that the examples need: it takes the place of a server. */
export interface ExampleWorld extends RealServer {
  readonly world: World
}

/** @param startMs the time at which its clock starts, epoch milliseconds; the present if not given */
export async function startExampleWorld(startMs?: number): Promise<ExampleWorld> {
  const settings = { LIMIT_SMS_PER_DAY: '100000', LIMIT_SMS_CODES_PER_DAY: '100000' }
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs, settings })
  try {
    const [ada, omar] = sandbox.accounts
    if (!ada || !omar) throw new Error('The sandbox has no accounts.')
    const name = 'contract'
    const world = await sandbox.worlds.get(name)
    const baseUrl = `${sandbox.url}/w/${name}`
    const control = (method: string, part: string, body: unknown) =>
      sendJson(`${sandbox.url}/sandbox/worlds/${name}/${part}`, method, body)
    const { store, bus } = world.server.runtime
    await world.use(() => conversationEvents({ store, bus }, ada.username))
    await world.use(() => addDeviceOf(store, ada.username))
    await control('POST', 'mail', exampleMail(ada.username))
    await control('PUT', 'model', { rules: exampleRules() })
    process.env[deliveriesVariable] = `${sandbox.url}/sandbox/worlds/${name}/deliveries`
    await inviteFrom(baseUrl, omar.token, ada.username)
    await postAs(baseUrl, omar.username, omar.password)
    const credentials = { services: ada.token, product: ada.token }
    const { username, password } = ada
    return { baseUrl, gatewayUrl: '', credentials, world, username, password, stop: () => sandbox.stop() }
  } catch (failure) {
    await sandbox.stop()
    throw failure
  }
}

/** Calls the API of a sandbox. @throws Error if it fails */
export async function sendJson(url: string, method: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${await response.text()}`)
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { openSandboxBeside } from '../../src/worlds/beside/sandbox-beside.ts'
import { noteText, noteTitle } from '../cases.ts'
import { reportLongestTurns } from './longest-turn.ts'

/**
 * The product with its default limits. One account attacks with its stored data, sometimes with four others; neighbours read
 * their notes. The data is created through the API if the database is empty.
 */
const neighbours = 5
const accomplices = 4
const notesOfNeighbour = 50
const stored = { contacts: 3000, linkBatches: 50, notes: 500 }
const atOnce = 50

interface Secrets {
  /** The tokens of the readers. */
  readonly reading: readonly string[]
  readonly attacker: string
  /** The tokens of the attacker and of its accomplices. */
  readonly attackers: readonly string[]
  /** The attacker's session. */
  readonly session: string
}

const settings = { ...process.env, PORT: '0', GATEWAY_PORT: '0', LOG_LEVEL: 'error', SANDBOX: 'on' }
const secretsFile = join(loadConfig(settings).dataDir, 'bench.json')

async function fill(): Promise<Secrets> {
  const config = loadConfig({ ...settings, LIMIT_ACCOUNT_PER_MINUTE: 'off' })
  const server = await startServer({ config })
  const url = `http://127.0.0.1:${server.config.port}`
  const scope = { services: 'all' } as const

  async function account(username: string): Promise<{ id: string; token: string }> {
    const { id } = await server.accounts.create({ username, password: 'correct horse battery' })
    await server.ledger.grant(id, 100_000_000, 'to be measured')
    return { id, token: (await server.tokens.create(id, { scope, actions: true })).secret }
  }

  async function calls(token: string, path: string, count: number, argsOf: (index: number) => unknown): Promise<void> {
    let next = 0
    const caller = async () => {
      while (next < count) {
        const body = JSON.stringify(argsOf(next++))
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const response = await fetch(url + path, { method: 'POST', headers, body })
        if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
        await response.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, caller))
  }

  const reading: string[] = []
  for (let index = 0; index < neighbours; index++) {
    const { token } = await account(`neighbour_${index}`)
    await calls(token, '/api/v1/notes/add', notesOfNeighbour, (note) => ({ title: noteTitle(note), text: noteText }))
    reading.push(token)
  }
  const others: string[] = []
  for (let index = 0; index < accomplices; index++) others.push((await account(`accomplice_${index}`)).token)
  const { id, token } = await account('attacker')
  await calls(token, '/api/v1/contacts/add', stored.contacts, (index) => ({
    name: `Person number ${index}`,
    note: 'n'.repeat(2000),
  }))
  await calls(token, '/api/v1/notes/add', stored.notes, (index) => ({ title: `n${index}`, text: 'x'.repeat(60_000) }))
  await calls(token, '/v1/url/CreateMany', stored.linkBatches, () => ({
    links: Array.from({ length: 100 }, () => ({ destinationURL: `https://example.org/${'x'.repeat(1900)}` })),
  }))
  const { secret: session } = await server.sessions.start(id, 'bench')
  await server.stop()
  return { reading, attacker: token, attackers: [token, ...others], session }
}

const known = await readFile(secretsFile, 'utf8').catch(() => undefined)
const secrets: Secrets = known === undefined ? await fill() : JSON.parse(known)
await writeFile(secretsFile, JSON.stringify(secrets))
const server = await startServer({ config: loadConfig(settings), openBeside: openSandboxBeside() })
reportLongestTurns()
process.send?.({ port: server.config.port, gatewayUrl: server.gatewayUrl, ...secrets })

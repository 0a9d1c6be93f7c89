import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { samplePictures } from '#handlers/images/fixtures/pictures.ts'
import { startDns } from '#testing/dns-server.ts'
import { closeServer, freePort, openOnLoopback } from '#testing/loopback.ts'
import { SmtpSender } from '#testing/smtp-client.ts'
import { ensureChromium } from '../tools/setup/programs.mjs'
import { appFamilies } from './hostile/apps.ts'
import { drawHostile, type Family } from './hostile/draw.ts'
import { feedFamilies } from './hostile/feeds.ts'
import { mailFamilies } from './hostile/mails.ts'
import { pageFamilies } from './hostile/pages.ts'
import { pictureFamilies } from './hostile/pictures.ts'
import { type Response, whole } from './hostile/sites.ts'
import { type BenchServer, residentBytes, startServer } from './measure.ts'
import type { LongestTurn } from './servers/longest-turn.ts'

const goalWorkMs = 100
const goalGrowthMb = 150
const inputsOfKind = 60
const settleMs = 3000
const hourMs = 3_600_000
const domain = 'bench.example'

/** `refused` with a reason for the caller; `failed` if it broke anything: a 500, a 503, a lost connection. */
type Outcome = 'answered' | 'refused' | 'failed'

/** A server under attack, and the stand-in of every site that it reads. */
interface World {
  readonly server: BenchServer
  readonly siteUrl: string
  readonly mail: SmtpSender
  /** What the site responds from now on, until the next one. */
  serve(response: Response): void
  /** How often it has been called. */
  readonly visits: () => number
}

interface Kind<Input> {
  /** One that must be answered: otherwise nothing hostile is measured. */
  readonly ordinary: Input
  readonly families: Readonly<Record<string, Family<Input>>>
  send(world: World, input: Input): Promise<Outcome>
}

async function post({ server }: World, path: string, args: object): Promise<Outcome> {
  const headers = { authorization: `Bearer ${server.ready.token}`, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${server.ready.port}/api/v1/${path}`
  return outcomeOf(fetch(url, { method: 'POST', headers, body: JSON.stringify(args) }))
}

async function get({ server }: World, path: string, args: Record<string, string> = {}): Promise<Outcome> {
  const headers = { authorization: `Bearer ${server.ready.token}` }
  const url = `http://127.0.0.1:${server.ready.port}/api/v1/${path}?${new URLSearchParams(args)}`
  return outcomeOf(fetch(url, { headers }))
}

/** Any result is the answer, except a feed that could not be read: the list says so. */
async function outcomeOf(sent: Promise<globalThis.Response>): Promise<Outcome> {
  const response = await sent.catch(() => undefined)
  const text = await response?.text()
  const status = response?.status ?? 0
  if (status === 200) return text?.includes('"failed_topics":["') ? 'refused' : 'answered'
  return (status >= 400 && status < 500) || status === 502 || status === 504 ? 'refused' : 'failed'
}

const pages: Kind<Response> = {
  ordinary: whole('<p>fine</p>', { 'content-type': 'text/html' }),
  families: pageFamilies,
  async send(world, page) {
    world.serve(page)
    return get(world, 'browser/read', { url: `${world.siteUrl}/page` })
  },
}

const feeds: Kind<Response> = {
  ordinary: whole(
    '<rss version="2.0"><channel><title>T</title>' +
      '<item><title>x</title><link>https://a.example/1</link></item></channel></rss>',
    { 'content-type': 'application/rss+xml' },
  ),
  families: feedFamilies,
  async send(world, feed) {
    world.serve(feed)
    const before = world.visits()
    await world.server.send({ advanceMs: 2 * hourMs }, 'workMs')
    const outcome = await get(world, 'news/list')
    return world.visits() === before ? 'failed' : outcome
  },
}

const mails: Kind<Buffer> = {
  ordinary: Buffer.from('From: Ann <ann@sender.example>\r\nSubject: Test\r\n\r\nx'),
  families: mailFamilies,
  async send({ mail }, data) {
    const reply = await mail.bring({ to: [`attacker@${domain}`], data })
    return reply.startsWith('2') ? 'answered' : reply.startsWith('5') ? 'refused' : 'failed'
  },
}

const pictures: Kind<Buffer | Promise<Buffer>> = {
  ordinary: samplePictures.png(),
  families: pictureFamilies,
  send: async (world, picture) => post(world, 'images/upload', { data: (await picture).toString('base64') }),
}

const apps: Kind<string> = {
  ordinary: '<!doctype html><html><head><title>x</title></head><body><p>fine</p></body></html>',
  families: appFamilies,
  async send(world, html) {
    const slug = `hostile-${count++}`
    const outcome = await post(world, 'apps/create', { name: 'Hostile', slug, html })
    return outcome === 'answered' ? post(world, 'apps/test', { slug }) : outcome
  },
}
let count = 0

const kinds: Readonly<Record<string, (seed: number) => Promise<Effect[]>>> = {
  pages: (seed) => measureKind(pages, seed),
  mails: (seed) => measureKind(mails, seed),
  feeds: (seed) => measureKind(feeds, seed),
  pictures: (seed) => measureKind(pictures, seed),
  apps: (seed) => measureKind(apps, seed),
}

interface Effect extends LongestTurn {
  readonly name: string
  readonly outcome: Outcome
  readonly growthMb: number
}

/**
 * What hostile inputs do to the memory and the event loop of a server: 60 of each kind, one after the other. BENCH_SEED
 * draws others.
 *
 * @param only restricts the kinds to those whose name contains this
 */
export async function measureAttacks(only = ''): Promise<void> {
  const seed = Number(process.env.BENCH_SEED ?? 1)
  console.log(
    `Hostile inputs, seed ${seed} (goals: ${goalGrowthMb} MB over idle, less than ${goalWorkMs} ms of work in a turn)`,
  )
  for (const [name, measure] of Object.entries(kinds)) {
    if (name.includes(only)) report(name, await measure(seed))
  }
}

/** A kind of input on a separate server. */
async function measureKind<Input>(kind: Kind<Input>, seed: number): Promise<Effect[]> {
  await using stack = new AsyncDisposableStack()
  const world = await openWorld(stack)
  await pause(settleMs)
  const idle = await residentBytes(world.server.pid)
  const control = await kind.send(world, kind.ordinary)
  if (control !== 'answered') throw new Error(`An input that is not hostile was ${control}`)
  const effects: Effect[] = []
  for (const { name, build } of drawHostile(kind.families, inputsOfKind, seed)) {
    const effect = await measureInput(world, kind, build(), { name, idle })
    effects.push(effect)
  }
  return effects
}

const isMissed = ({ workMs, growthMb, outcome }: Effect) =>
  workMs >= goalWorkMs || growthMb > goalGrowthMb || outcome === 'failed'

async function measureInput<Input>(
  world: World,
  kind: Kind<Input>,
  input: Input,
  { name, idle }: { name: string; idle: number },
): Promise<Effect> {
  const { server } = world
  await forgetPeak(server.pid)
  await server.send({}, 'workMs')
  const outcome = await kind.send(world, input)
  const block = (await server.send({}, 'workMs')) as LongestTurn
  return { name, outcome, ...block, growthMb: ((await peakBytes(server.pid)) - idle) / 1e6 }
}

/** The kernel records the peak of the resident memory from now on (proc_pid_clear_refs(5)). */
const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5')

async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024
}

async function openWorld(stack: AsyncDisposableStack): Promise<World> {
  let respond: Response = (res) => void res.writeHead(404).end()
  let visits = 0
  const site = createServer((_req, res: ServerResponse) => {
    visits += 1
    respond(res)
  })
  const siteUrl = await openOnLoopback(site)
  stack.defer(() => closeServer(site))
  const dns = await startDns()
  stack.defer(() => dns.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const mailPort = await freePort()
  const server = await startServer(
    'onedoor-attacks.ts',
    {
      ...{ DATA_DIR: dataDir, FETCH_ALLOWED_RANGES: '127.0.0.1/32', NEWS_FEEDS: `Bench=${siteUrl}/feed` },
      ...{ MAIL_DOMAIN: domain, MAIL_HOST: '127.0.0.1', MAIL_PORT: String(mailPort), MAIL_DNS_SERVERS: dns.address },
      ...{ BROWSER_PATH: await ensureChromium(), MARKETS_REFRESH: 'off' },
    },
    { isPinned: false },
  )
  stack.defer(() => server.stop())
  const mail = new SmtpSender(mailPort)
  stack.defer(() => mail.close())
  const serve = (response: Response) => {
    respond = response
  }
  return { server, siteUrl, mail, visits: () => visits, serve }
}

const lineOf = ({ name, outcome, growthMb, turnMs, workMs }: Effect) =>
  `${name}: ${outcome}, ${growthMb.toFixed(0)} MB over idle, ${workMs.toFixed(0)} ms of work in a turn, ` +
  `turns of up to ${turnMs.toFixed(0)} ms`

function report(kind: string, effects: readonly Effect[]): void {
  const counted = (['answered', 'refused', 'failed'] as const).map(
    (outcome) => `${effects.filter((each) => each.outcome === outcome).length} ${outcome}`,
  )
  console.log(`  ${kind}: ${effects.length} inputs, ${counted.join(', ')}`)
  const most = (figure: 'growthMb' | 'workMs' | 'turnMs') =>
    lineOf(effects.reduce((a, b) => (b[figure] > a[figure] ? b : a)))
  console.log(`    most memory    ${most('growthMb')}`)
  console.log(`    most work      ${most('workMs')}`)
  console.log(`    longest turn   ${most('turnMs')}`)
  for (const each of effects.filter(isMissed)) console.log(`    missed: ${lineOf(each)}`)
}

import { createECDH } from 'node:crypto'
import { createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { Config } from '../../generated/proto/config_pb.js'
import { Store } from '../../generated/proto/store_pb.js'
import { ordnanceSurveyExamples } from '../../src/handlers/maps/providers/ordnance-survey-examples.ts'
import {
  coinbaseExamples,
  coingeckoExamples,
  frankfurterExamples,
  yahooExamples,
} from '../../src/handlers/markets/providers/market-examples.ts'
import { iso } from '../../src/runtime/base/clock.ts'
import { type GoogleStandIn, startGoogleStandIn } from '../../src/testing/google-stand-in.ts'
import { freePort } from '../../src/testing/mail-servers.ts'
import { TestProgram } from '../../src/testing/program-sign-in.ts'
import { type ProviderStandIn, startProviderStandIn } from '../../src/testing/provider-stand-in.ts'
import { ensureChromium } from '../../tools/setup/programs.mjs'
import { codeSentTo, startExampleCarrier } from '../example-carrier.ts'
import { startExamplePush } from '../example-device.ts'
import { startExampleMail } from '../example-mail.ts'
import { startExampleModel } from '../example-model.ts'
import { ExampleInstance, type Result } from './example-instance.ts'
import {
  exampleProviders,
  fetchPage,
  instanceSettings,
  picture,
  type Recorded,
  type RecordedCall,
  type RecordedPage,
  started,
} from './recorded.ts'

const hourMs = 3_600_000

/** Connects a Google account, which works only without PROVIDERS=examples. */
async function connect(at: ExampleInstance, google: GoogleStandIn): Promise<void> {
  const place = '/settings/connections'
  const back = await google.permit(await at.submit('adele', place, { kind: 'gmail' }, `${place}/connect`))
  const { status } = await at.visitor('adele').get(`${back.pathname}${back.search}`)
  if (status !== 303) throw new Error(`The connection returned ${status}`)
}

/** The providers of prices and map tiles, and a page of the web, in one server. */
function startOutside(now: () => number): Promise<ProviderStandIn> {
  return startProviderStandIn(
    (request, nowMs) =>
      request.path === '/tides'
        ? { contentType: 'text/html; charset=utf-8', body: '<!doctype html><title>Tides</title><p>High at 04:12' }
        : [ordnanceSurveyExamples, coinbaseExamples, coingeckoExamples, frankfurterExamples, yahooExamples]
            .map((examples) => examples(request, nowMs))
            .find((example) => example !== undefined),
    now,
  )
}

const tile = { style: 'outdoor', z: 14, x: 8045, y: 5225 }

/** Stores a screenshot, a map tile and prices. @returns the path of the screenshot */
async function storeFromOutside(at: ExampleInstance, outsideUrl: string): Promise<string> {
  const { url } = await at.call('adele', 'browser.shot', { url: `${outsideUrl}/tides` })
  const { status } = await fetch(`${at.url}/tiles/${tile.style}/${tile.z}/${tile.x}/${tile.y}.png`, {
    headers: { authorization: `Bearer ${at.tokens.adele}` },
  })
  if (status !== 200) throw new Error(`The tile returned ${status}`)
  at.clock.advance(hourMs)
  await at.settle()
  return new URL(url).pathname
}

/** Stores data of framework programs. */
async function useFramework(at: ExampleInstance): Promise<void> {
  const transport = createGrpcTransport({
    baseUrl: at.server.gatewayUrl ?? '',
    interceptors: [
      (next) => (request) => {
        request.header.set('authorization', `Bearer ${at.tokens.adele}`)
        return next(request)
      },
    ],
  })
  const config = createClient(Config, transport)
  await config.set({ path: 'mail.sender', value: { data: '"Adèle"', format: 'json' } })
  await config.set({ path: 'mail.key', value: { data: '"hidden"', format: 'json' }, options: { secret: true } })
  await createClient(Store, transport).write({ record: { key: 'größe', value: Buffer.from([0, 1, 255]) } })
}

/** Makes every family store something. */
async function use(at: ExampleInstance): Promise<Recorded['program']> {
  for (const username of ['adele', 'bento']) await at.type(['credits', 'grant', username, '250', '--note', 'September'])
  await writeRecords(at)
  await publish(at)
  await talk(at)
  await useModels(at)
  await useFramework(at)
  const program = await letOthersIn(at)
  await at.settle()
  return program
}

async function writeRecords(at: ExampleInstance): Promise<void> {
  const ada = (id: string, args: Record<string, unknown>) => at.call('adele', id, args)
  await ada('notes.add', { title: 'Groceries', text: 'Oats, \u{1f600} "quoted" \\ and\nmore' })
  await at.call('bento', 'notes.add', { title: 'Groceries', text: 'Only nails' })
  await ada('contacts.add', { name: 'Ada Fairweather', email: 'ada@fairweather.example', phone: '+44 1255 550 100' })
  await ada('docs.write', { title: 'Allotment plan', content: 'Größenwahn in the north bed; 東京都 in the south.' })
  await ada('docs.write', { title: 'Opening hours', content: 'Nine to five.', public: true })
  await ada('bookmarks.add', {
    url: 'https://tides.example/harwich',
    title: 'Tides at Harwich',
    note: 'Before Sunday.',
  })
  await ada('tasks.create', {
    title: 'Clear the north gutter',
    detail: 'Ladder in the shed.',
    due: '2026-11-24T17:00:00Z',
  })
  const { id: task } = await ada('tasks.create', { title: 'Compare three trains', assignee: 'agent' })
  await ada('tasks.update', { id: task, status: 'done', result: 'The first one.' })
  await ada('events.create', {
    ...{ title: 'Water the seedlings', when: '2026-12-24T18:00:00Z', note: 'By the window.', repeat: 'weekly' },
  })
  await at.submit('adele', '/settings/events', {}, '/settings/events/feed')
  await at.submit('adele', '/settings', { display_name: 'Adèle', time_zone: 'Europe/Lisbon' }, '/settings/profile')
  const { id: file } = await ada('files.put', { name: 'harvest.csv', content: 'tree,kg\nBramley,148\n' })
  await ada('files.share', { id: file, public: true })
  await ada('files.put', { name: 'beds.md', content: '# Beds\n\nNorth: beans, zwölf Stück.\n' })
  const { id: image } = await ada('images.upload', { data: picture, description: 'A ladder on a green shed.' })
  await ada('images.update', { id: image, title: 'Ladder', tags: ['garden'] })
  await ada('images.share', { id: image, public: true })
  await ada('images.upload', { data: picture, description: 'Nobody else is to see this.' })
  await ada('images.daily', {})
  await ada('url.create', { destinationURL: 'https://ferries.example/winter', id: 'winter-ferry', tags: ['ferries'] })
  await ada('url.update', { id: 'winter-ferry', title: 'Winter timetable' })
  await ada('url.shorten', { destinationURL: 'https://ferries.example/summer' })
  const { url: deleted } = await ada('url.create', {
    destinationURL: 'https://ferries.example/autumn',
    id: 'autumn-ferry',
  })
  await ada('url.delete', { id: deleted.id })
  await fetch(`${at.url}/u/winter-ferry`, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
  })
  await ada('shell.write', { path: 'survey/questions.txt', content: 'How did you find us?\n' })
}

async function publish(at: ExampleInstance): Promise<void> {
  const content = 'The lapwings are back on the north field, forty of them, and do not mind the tractor. '.repeat(3)
  const { id: post } = await at.call('adele', 'blog.create', { title: 'Lapwings', content, tags: 'birds' })
  await at.call('adele', 'blog.create', { title: 'Draft of Sunday', content, private: true })
  await at.call('bento', 'bookmarks.add', { ref: post })
  const html = '<!doctype html><html><body><p>Tips</p></body></html>'
  const { id } = await at.call('adele', 'apps.create', {
    name: 'Tip splitter',
    html,
    slug: 'tip-splitter',
    tags: 'money',
    public: true,
  })
  await at.call('bento', 'apps.fork', { slug: 'tip-splitter', new_slug: 'tip-splitter-for-two' })
  await at.visitor('bento').get('/apps/tip-splitter')
  await at.submit(
    'bento',
    `/settings/apps/${id}/allow?ask=notes.list`,
    { operation: 'notes.list' },
    `/settings/apps/${id}/allow`,
  )
  const paid = await at.call('adele', 'apps.create', {
    name: 'Heron watch',
    html,
    slug: 'heron-watch',
    price: 2.5,
    public: true,
  })
  await at.submit('bento', `/settings/apps/${paid.id}/open`, { price: '2500000' })
  await at.submit('adele', '/social', { text: 'November is the month to prune apple trees.' })
  const { items } = await at.read('adele', 'social.list')
  await at.submit('bento', `/social/${items[0].id}`, { text: 'Tried it on the old Bramley.' })
}

async function talk(at: ExampleInstance): Promise<void> {
  await at.call('adele', 'chat.send', { room: 'topic_gardening', message: 'Not until the ground freezes.' })
  await at.call('bento', 'chat.send', { room: 'direct:adele', message: 'Can you lend me the long ladder?' })
  const { id: group } = await at.call('adele', 'groups.create', { name: 'Orchard committee' })
  await at.call('adele', 'groups.update', { id: group, action: 'invite', account: 'bento' })
  await at.submit('bento', '/settings/groups', { action: 'accept' }, `/settings/groups/${group}`)
  await at.call('adele', 'groups.update', { id: group, action: 'invite', account: 'dario' })
  await at.call('adele', 'chat.send', { room: group, message: 'Apples on Saturday?' })
  await at.call('adele', 'mail.send', { to: 'bento', subject: 'Ladder on Sunday', body: 'It is behind the shed.' })
  await at.call('adele', 'sms.send', { to: '+447700900123', text: 'Running ten minutes late.' })
  const number = '+447700900456'
  await at.call('adele', 'sms.verify', { number })
  await at.call('adele', 'sms.verify', { number, code: await codeSentTo(number) })
  await at.call('adele', 'sms.verify', { number: '+447700900789' })
  const subscription = {
    endpoint: 'https://push.example/subscriptions/example',
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: Buffer.alloc(16, 7).toString('base64url'),
    },
  }
  const device = await at
    .visitor('adele')
    .postJson('/settings/notifications', '/settings/notifications/devices', { subscription })
  if (device.status >= 400) throw new Error(`The device was refused: ${device.html}`)
  await at.call('adele', 'notify.send', { title: 'Parcel at the door', body: 'Behind the blue bin.' })
}

async function useModels(at: ExampleInstance): Promise<void> {
  const agent = { name: 'librarian', instructions: 'Answer shortly.', which: 'all' }
  await at.submit('adele', '/settings/agents', agent)
  await at.call('adele:product', 'agent.ask', { prompt: 'When does the last ferry leave?' })
  await at.call('adele:product', 'agent.ask_named', { name: 'librarian', prompt: 'Which novels are about lapwings?' })
  await at.call('adele', 'apps.build', { prompt: 'A tip splitter for friends' })
  await at.call('adele:product', 'work.submit', { prompt: 'Collect the opening hours of three libraries into a note.' })
  await at.settle()
}

/** A program, an invitation, a link for a forgotten password, a copy of all data. */
async function letOthersIn(at: ExampleInstance): Promise<Recorded['program']> {
  const invited = await at.visitor('adele').submit('/admin', '/admin/invites', { note: 'Zoë' })
  if (invited.status !== 200) throw new Error(`The invitation was refused: ${invited.html}`)
  await at.visitor('adele').submit('/admin/account?username=cleo', '/admin/account/reset', { username: 'cleo' })
  await at.submit('adele', '/settings/data', {}, '/settings/export')
  const program = await new TestProgram(at).register()
  const resource = `${instanceSettings.BASE_URL}/mcp`
  const allowed = await program.allowedBy(at.visitor('adele'), { resource })
  const { body } = await program.exchange(allowed.get('code'), { resource })
  return { clientId: program.clientId, refreshToken: body.refresh_token }
}

/** Leaves out text that the server composes for the call, which a later release may word differently. */
function withoutProse(id: string, result: Result): Result {
  const { text, used_bytes, quota_bytes, ...stored } = result
  return ['notes.get', 'mail.read'].includes(id) ? { ...stored, text } : stored
}

/** Reads the records of each family, by ids that lists return. */
async function recordCalls(at: ExampleInstance): Promise<RecordedCall[]> {
  const recorded: RecordedCall[] = []
  const record = async (who: string, id: string, args: Record<string, unknown> = {}, isPublic = false) => {
    const result = await at.read(who, id, args)
    recorded.push({ who, id, args, result: withoutProse(id, result), isPublic })
    return result
  }
  const open = (id: string, args: Record<string, unknown> = {}) => record('bento', id, args, true)
  /** Reads a list, then its first record by a method of the same family. */
  const recordFirst = async (list: string, get: string, args: Record<string, unknown> = {}) => {
    const { items } = await record('adele', list, args)
    await record('adele', get, { id: items[0].id })
  }
  for (const who of ['adele', 'bento']) await record(who, 'notes.get', { title: 'Groceries' })
  for (const id of ['notes.list', 'contacts.list', 'notify.devices', 'apps.builds', 'tasks.next', 'groups.list'])
    await record('adele', id)
  for (const id of ['chat.rooms', 'sms.history', 'chat.sources', 'sms.sources', 'mail.sources', 'url.list'])
    await record('adele', id)
  for (const id of ['url.list', 'groups.list', 'mail.inbox', 'bookmarks.list', 'apps.collection', 'chat.rooms'])
    await record('bento', id)
  await record('dario', 'groups.list')
  await record('adele', 'contacts.find', { query: 'fairw' })
  await record('adele', 'docs.list', { query: 'größenw 東京' })
  await recordFirst('docs.list', 'docs.read', { query: 'north' })
  await recordFirst('bookmarks.list', 'bookmarks.get')
  await recordFirst('tasks.list', 'tasks.read')
  await recordFirst('events.list', 'events.read')
  await recordFirst('files.list', 'files.get')
  await recordFirst('mail.inbox', 'mail.read', { tag: 'orders' })
  await recordFirst('recall.list', 'recall.conversation')
  await recordFirst('images.list', 'images.get', { scope: 'mine' })
  await record('adele', 'chat.messages', { room: 'direct:bento' })
  await record('adele', 'url.stats', { id: 'winter-ferry', days: 2 })
  await record('adele:product', 'inbox.read')
  await record('adele:product', 'work.read')
  for (const id of ['blog.list', 'social.list', 'stream.list']) await open(id)
  await open('images.daily')
  await open('maps.tile', tile)
  await open('archive.list', { kind: 'post' })
  await open('chat.messages', { room: 'topic_gardening' })
  await open('apps.read', { slug: 'tip-splitter' })
  await open('blog.read', { title: 'Lapwings' })
  await open('url.resolve', { shortURL: `${instanceSettings.BASE_URL}/u/winter-ferry` })
  return recorded
}

const pages: readonly Pick<RecordedPage, 'who' | 'path' | 'texts'>[] = [
  { who: 'adele', path: '/settings', texts: ['Adèle', 'Europe/Lisbon'] },
  { who: 'adele', path: '/settings/tokens', texts: ['laptop'] },
  { who: 'adele', path: '/settings/programs', texts: ['Test program'] },
  { who: 'adele', path: '/settings/connections', texts: ['ada@example.org'] },
  { who: 'adele', path: '/settings/credits', texts: ['September'] },
  { who: 'adele', path: '/settings/agents', texts: ['librarian'] },
  { who: 'adele', path: '/admin', texts: ['Zoë', 'bento', 'cleo'] },
  { who: 'bento', path: '/settings/groups', texts: ['Orchard committee'] },
  { who: 'bento', path: '/settings/apps', texts: ['tip-splitter-for-two'] },
  { who: undefined, path: '/u/winter-ferry', texts: [] },
  { who: undefined, path: '/apps/tip-splitter', texts: ['Tip splitter'] },
]

/** Pages, and the bytes of files: public ones for anyone, the rest for their owner. */
async function recordPages(at: ExampleInstance, calls: readonly RecordedCall[], shot: string): Promise<RecordedPage[]> {
  const resultOf = (id: string): Result => calls.find((each) => each.id === id)?.result
  const [post] = resultOf('blog.list').items
  const [calendar = ''] = /\/calendar\/[\w-]+\.ics/.exec((await at.visitor('adele').get('/settings/events')).html) ?? []
  const files = ['files', 'images'].flatMap((family) =>
    resultOf(`${family}.list`).items.map((file: Result) => ({
      who: file.public ? undefined : 'adele',
      path: new URL(file.url).pathname,
    })),
  )
  const all = [
    ...pages,
    ...files,
    { who: undefined, path: shot, texts: undefined },
    { who: undefined, path: `/blog/${post.id}`, texts: ['Lapwings', 'forty of them'] },
    { who: undefined, path: calendar, texts: ['Water the seedlings'] },
  ]
  const recorded = await Promise.all(all.map((page) => fetchPage(at.url, page, at.cookies())))
  const incomplete = all.filter(({ texts }, index) => texts?.length !== recorded[index]?.texts?.length)
  if (incomplete.length > 0) throw new Error(`Texts are missing on ${JSON.stringify(incomplete)}`)
  return recorded
}

/** Runs an instance in this folder, stops it, and returns its last results. */
export async function makeInstance(dataDir: string): Promise<Omit<Recorded, 'migrations' | 'emptyTables'>> {
  await using stack = new AsyncDisposableStack()
  const opened = async <T extends { stop(): unknown }>(opening: Promise<T>): Promise<T> =>
    stack.adopt(await opening, (each) => each.stop() as Promise<void>)
  const [model, push] = [await opened(startExampleModel()), await opened(startExamplePush())]
  const [carrier, mail] = [await opened(startExampleCarrier()), await opened(startExampleMail())]
  const google = stack.adopt(await startGoogleStandIn(), (each) => each.close())
  const standIns = [model.settings('openai'), push.settings, carrier.settings, mail.settings, google.settings]
  // Visitors keep the address of the server, which starts twice.
  const settings = { PORT: String(await freePort()), DATA_DIR: dataDir, ...Object.assign({}, ...standIns) }
  const at = new ExampleInstance(settings, started)
  stack.defer(() => at.stop())
  const outside = stack.use(await startOutside(() => at.clock.now()))
  const providers = ['COINBASE', 'COINGECKO', 'FRANKFURTER', 'YAHOO_FINANCE', 'OS_MAPS']
  await at.start({
    ...{ NEWS_FEEDS: 'none', FETCH_ALLOWED_RANGES: '127.0.0.1/32', OS_MAPS_KEY: 'example' },
    ...Object.fromEntries(providers.map((name) => [`${name}_BASE_URL`, outside.url])),
  })
  for (const username of ['adele', 'bento', 'cleo', 'dario']) await at.join(username)
  await connect(at, google)
  await ensureChromium()
  const shot = await storeFromOutside(at, outside.url)
  await at.stop()
  await at.start(exampleProviders)
  const program = await use(at)
  await mail.bringTo('adele')
  await at.settle()
  const pages = await recordPages(at, await recordCalls(at), shot)
  await at.settle()
  // Last, as looking at a page can count as a visit.
  const calls = await recordCalls(at)
  return { frozenAt: iso(at.clock.now()), tokens: at.tokens, cookies: at.cookies(), program, calls, pages }
}

import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCredits } from '#runtime/money/additions.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { retryRules } from '../client/runtime/retry.ts'
import { type Reply, scriptedServer } from '../client/testing-server.ts'
import { folderForTests, said, scripted } from './testing-python.ts'

const folder = folderForTests()

const page = (items: number[], next?: number): Reply => ({
  body: { result: { items, total: 5, offset: 0, next_offset: next } },
})
const busy: Reply = { status: 503, body: { error: 'The server is stopping.', code: 'unavailable' } }
const limited: Reply = {
  status: 429,
  headers: { 'retry-after': '7' },
  body: { error: 'Slow down.', code: 'rate_limited' },
}
const unpaid: Reply = {
  status: 402,
  headers: { 'payment-required': Buffer.from('{"accepts":[{"amount":"30000"}]}').toString('base64') },
  body: { error: 'A call costs 3 credits.', code: 'payment_required' },
}

describe('a call', () => {
  test('sends its arguments as a JSON body with the token, and returns only the result', async () => {
    const { values, seen } = await scripted(
      [{ body: { result: { is_new: true } } }],
      `say(client.notes.add(title="Café 🥐", text="two\\nlines"))`,
      'token="od_abc"',
    )
    expect(values).toEqual([{ is_new: true }])
    expect(seen).toMatchObject([{ verb: 'POST', address: '/api/v1/notes/add' }])
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer od_abc', 'content-type': 'application/json' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ title: 'Café 🥐', text: 'two\nlines' })
  })

  test('sends the arguments of a GET as a query that keeps every character, lists as repeated names', async () => {
    const { seen } = await scripted(
      [{}],
      `say(client.routes.nearest(from_="a+b & c=d é 🥐", to=["x,y", "z"], from_lat=0, from_lon=-1.5))`,
    )
    const { pathname, searchParams } = new URL(seen[0]?.address ?? '', 'http://here')
    expect(pathname).toBe('/api/v1/routes/nearest')
    expect([...searchParams]).toEqual([
      ['from', 'a+b & c=d é 🥐'],
      ['from_lat', '0'],
      ['from_lon', '-1.5'],
      ['to', 'x,y'],
      ['to', 'z'],
    ])
    expect(seen[0]?.address).not.toContain('+')
    expect(seen[0]?.headers).not.toHaveProperty('authorization')
  })

  test('is no longer repeated when the repeats of its client have used up their budget, which successes refill', async () => {
    const { values, seen } = await scripted(
      [...Array.from({ length: 160 }, () => busy), ...Array.from({ length: 10 }, () => ({})), busy, busy],
      `for _ in range(60): failure(lambda: client.notes.get(title="x"))
for _ in range(10): client.notes.get(title="x")
say(failure(lambda: client.notes.get(title="x"))["code"])`,
    )
    expect(values).toEqual(['unavailable'])
    // Fifty calls with two repeats each, and ten without; then ten successes, and one repeat.
    expect(seen).toHaveLength(172)
  })

  test('sends bytes as base64 where the operation takes it, and refuses them by name elsewhere', async () => {
    const { values, seen } = await scripted(
      [{}, {}, {}],
      `client.files.put(name="a.bin", content=bytes([0, 255, 254]))
client.images.upload(data=memoryview(bytes([0, 255, 254])))
client.files.put(name="a.txt", content="Text")
try:
    client.notes.add(title="A", text=b"x")
except TypeError as error:
    say(str(error))`,
    )
    expect(seen.map(({ body }) => JSON.parse(body))).toEqual([
      { name: 'a.bin', content: 'AP/+', encoding: 'base64' },
      { data: 'AP/+' },
      { name: 'a.txt', content: 'Text' },
    ])
    expect(values).toEqual(['notes.add: the argument text takes text, not bytes'])
  })

  test('puts arguments named in the path there, and returns a body without the envelope whole', async () => {
    const { values, seen } = await scripted(
      [{ body: { text: 'Hello' } }],
      `say(client.agent.ask_named(name="a/b c", prompt="Hi"))`,
    )
    expect(values).toEqual([{ text: 'Hello' }])
    expect(seen[0]).toMatchObject({ address: '/agent/a%2Fb%20c', body: '{"prompt":"Hi"}' })
  })

  test('by name returns status, headers and body of any status', async () => {
    const { values } = await scripted(
      [unpaid],
      `answer = client.call("notes.get", {"title": "x"})
say([answer.ok, answer.status, answer.headers["content-type"], answer.body["code"]])
say(failure(lambda: client.call("notes.burn")))`,
    )
    expect(values).toEqual([
      [false, 402, 'application/json', 'payment_required'],
      expect.objectContaining({ raised: 'KeyError' }),
    ])
  })

  test('never follows a redirect, which would take the token elsewhere', async () => {
    const elsewhere = await scriptedServer({})
    const { values } = await scripted(
      [{ status: 302, headers: { location: elsewhere.baseUrl } }],
      `say(failure(lambda: client.notes.get(title="x")))`,
      'token="od_abc"',
    )
    expect(values).toMatchObject([{ code: 'bad_response', status: 302 }])
    expect(elsewhere.seen).toEqual([])
    await elsewhere.close()
  })

  test('is refused before it is sent if it is invalid', async () => {
    const { values, seen } = await scripted(
      [],
      `say(failure(lambda: client.agent.ask_named(name="..", prompt="x")))
say(failure(lambda: client.places.elevation(lat=float("nan"), lon=0)))
say(failure(lambda: Client("onedoor.example")))
say(failure(lambda: Client("http://onedoor.example", retries=-1)))
say(failure(lambda: Client("http://onedoor.example", timeout_s=float("inf"))))
say(failure(lambda: Client("http://me:od_secret@onedoor.example")))
say(failure(lambda: Client("me:od_secret@onedoor.example")))
say(failure(lambda: Client("http://onedoor.example", token="od_secret\\n").notes.list()))`,
    )
    expect(values.map(({ raised }) => raised)).toEqual(Array(8).fill('ValueError'))
    expect(JSON.stringify(values)).not.toContain('od_secret')
    expect(seen).toEqual([])
  })
})

describe('a failing response', () => {
  test('raises with everything the server said', async () => {
    const details = [{ path: 'title', message: 'must not be blank' }]
    const body = { error: 'title must not be blank.', code: 'invalid_argument', details }
    const { values } = await scripted(
      [{ status: 400, headers: { 'x-request-id': 'req-1' }, body }],
      `say(failure(lambda: client.notes.add(title=" ", text="x")))`,
    )
    expect(values).toEqual([
      {
        code: 'invalid_argument',
        message: 'title must not be blank.',
        status: 400,
        operation: 'notes.add',
        details,
        request_id: 'req-1',
        retry_after_s: null,
      },
    ])
  })

  test('in the older format, or from something other than a Onedoor server, still has a code', async () => {
    const { values } = await scripted(
      [
        { status: 404, body: { id: 'url', code: 404, detail: 'No such link.', status: 'x' } },
        { status: 418, text: '<html>' },
        { text: '<html>' },
      ],
      `say(failure(lambda: client.url.resolve(id="x")))
say(failure(lambda: client.notes.list()))
say(failure(lambda: client.notes.list()))`,
    )
    expect(values).toMatchObject([
      { code: 'not_found', message: 'No such link.' },
      { code: 'bad_response', status: 418 },
      { code: 'bad_response', status: 200 },
    ])
  })
})

describe('repeats', () => {
  test('follow the rules of the TypeScript client: delays, lost connections, and the same bytes and key', async () => {
    const { values, seen } = await scripted(
      [{ status: 502 }, 'cut', busy, { body: { result: { ok: 1 } } }],
      `say(client.docs.write(title="x", content="y"))\nsay(waits)`,
      'retries=3',
    )
    const first = retryRules.firstDelayMs / 2000
    expect(values).toEqual([{ ok: 1 }, [first, first * 2, first * 4]])
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
    const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']))
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  test('have a key only if a call changes or costs something', async () => {
    const { seen } = await scripted(
      [{}, {}, {}, {}, {}],
      `client.notes.add(title="x", text="y")
client.routes.nearest(to=["x"])
client.notes.get(title="x")
client.contacts.find(query="x")
client.notes.get(title="x", call=CallOptions(idempotency_key="k"))
say(1)`,
    )
    expect(seen.map(({ headers }) => headers['idempotency-key']?.length)).toEqual([32, 32, undefined, undefined, 1])
  })

  test('wait as long as the server asks, but not beyond the time limit of the call', async () => {
    const { values, seen } = await scripted(
      [limited, {}, limited],
      `client.notes.list()
say(waits)
say(failure(lambda: client.notes.list(call=CallOptions(timeout_s=7))))`,
    )
    expect(values).toMatchObject([[7], { code: 'rate_limited', retry_after_s: 7 }])
    expect(seen).toHaveLength(3)
  })

  test('do not happen after lasting errors', async () => {
    const lasting = [400, 401, 403, 500, 501].map((status) => ({ status }))
    const { values, seen } = await scripted(
      [...lasting, { status: 503, body: { error: 'Set X.', code: 'not_configured' } }],
      `for _ in range(6): failure(lambda: client.notes.list())\nsay(waits)`,
    )
    expect(values).toEqual([[]])
    expect(seen).toHaveLength(6)
  })

  test('end with `timeout` while a body trickles', async () => {
    const { values } = await scripted(
      ['trickle'],
      `class Ticking:
    at = 0.0
def tick():
    Ticking.at += 1
    return Ticking.at
ticking = Client(base_url, _hooks=Hooks(monotonic=tick))
say(failure(lambda: ticking.notes.list(call=CallOptions(timeout_s=20, retries=0))))`,
    )
    expect(values).toMatchObject([{ code: 'timeout', message: 'notes.list took longer than 20 s.' }])
  })

  test('end with `network` if nothing is there, and with `timeout` if nothing responds', async () => {
    const { values } = await scripted(
      ['hang'],
      `say(failure(lambda: client.notes.list(call=CallOptions(timeout_s=0.05))))
say(failure(lambda: Client("http://127.0.0.1:1", _hooks=hooks).notes.list()))
say(len(waits))`,
    )
    expect(values).toMatchObject([
      { code: 'timeout', message: 'notes.list took longer than 0.05 s.' },
      { code: 'network', message: expect.stringContaining('http://127.0.0.1:1') },
      retryRules.retries,
    ])
  })
})

test('a payer is given what has to be paid and is called once', async () => {
  const { values, seen } = await scripted(
    [unpaid, busy, { body: { result: { paid: true } } }, unpaid, unpaid],
    `asked = []
def pay(challenge):
    asked.append(challenge.required)
    return {"payment-signature": "signed %d" % len(asked)}
client = Client(base_url, pay=pay, _hooks=hooks)
say(client.routes.nearest(to=["x"]))
say(failure(lambda: client.routes.nearest(to=["x"])))
say(asked)`,
  )
  const required = { accepts: [{ amount: '30000' }] }
  expect(values).toMatchObject([{ paid: true }, { code: 'payment_required' }, [required, required]])
  expect(seen.map(({ headers }) => headers['payment-signature'])).toEqual([
    undefined,
    'signed 1',
    'signed 1',
    undefined,
    'signed 2',
  ])
})

test('a paged list is iterated to its end, and no further than the loop goes', async () => {
  const { values, seen } = await scripted(
    [page([1, 2], 2), page([3]), page([1, 2], 2), page([1], 1), page([2], 1)],
    `say(list(client.events.list_all(limit=2)))
for entry in client.events.list_all():
    if entry == 2: break
say(failure(lambda: list(client.events.list_all())))`,
  )
  expect(values).toMatchObject([[1, 2, 3], { code: 'bad_response' }])
  expect(seen.map(({ address }) => address.split('?')[1])).toEqual([
    'limit=2',
    'limit=2&offset=2',
    undefined,
    undefined,
    'offset=1',
  ])
})

test('a list is iterated even if the result names it and its next page as the older services do', async () => {
  const { values, seen } = await scripted(
    [{ body: { urlPairs: [1, 2], total: 3, nextCursor: 'next' } }, { body: { urlPairs: [3], total: 3 } }],
    'say(list(client.url.list_all(limit=2)))',
  )
  expect(values).toEqual([[1, 2, 3]])
  expect(seen.map(({ body }) => JSON.parse(body))).toEqual([{ limit: 2 }, { limit: 2, cursor: 'next' }])
})

test('a list has no entries if the arguments select something else', async () => {
  const { values } = await scripted(
    [{ body: { thread: { id: 'thread_01' }, total: 1, offset: 0 } }],
    'say(list(client.inbox.read_all(id="thread_01")))',
  )
  expect(values).toEqual([[]])
})

describe('with a server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ dataDir: await mkdtemp(join(folder(), 'data-')) })
  })
  afterAll(() => server?.stop())

  test('the served families return what their types say', async () => {
    const { token, id } = await server.account()
    const oneCredit = { accountId: id, kind: 'grant', microCredits: 1_000_000, now: server.clock.now() } as const
    await server.store.write((tx) => addCredits(tx, oneCredit))
    const values = await said(
      server.url,
      `
note = client.notes.add(title="Groceries", text="Oats")["note"]
say(client.notes.get(title="groceries")["id"] == note["id"])
client.notes.delete(title="Groceries")
say(failure(lambda: client.notes.get(title="Groceries"))["code"])
client.bookmarks.add(url="https://example.com/a", title="A")
say([entry["title"] for entry in client.bookmarks.list_all(limit=1)])
client.contacts.add(name="Bea Long", email="bea@example.com")
say([card["name"] for card in client.contacts.find(query="long")["items"]])
client.docs.write(title="Plan", content="Beans", public=False)
say(client.docs.read(title="Plan")["public"])
for title in ("one", "two", "three"): client.tasks.create(title=title)
say(sorted(task["title"] for task in client.tasks.list_all(limit=2)))
post = client.blog.create(title="The heron", content="Every morning this week the same heron stood below the weir.")
say(client.blog.read(id=client.blog.list()["items"][0]["id"])["title"])
say(failure(lambda: client.notes.add(title=" ", text="x"))["details"][0]["path"])
for id in ("one-link", "two-links"): client.url.create(destinationURL="https://ferries.example/", id=id)
say(sorted(link["id"] for link in client.url.list_all(limit=1)))
say([failure(lambda: client.url.create(destinationURL="https://ferries.example/", id="one-link"))["code"],
     failure(lambda: client.url.get(id="no-link"))["code"]])
`,
      `token=${JSON.stringify(token)}`,
    )
    expect(values).toEqual([
      true,
      'not_found',
      ['A'],
      ['Bea Long'],
      false,
      ['one', 'three', 'two'],
      'The heron',
      'title',
      ['one-link', 'two-links'],
      ['conflict', 'not_found'],
    ])
  })

  test('events arrive as they are sent, and files return as they were uploaded', async () => {
    const { token } = await server.account()
    const values = await said(
      server.url,
      `
import io
with client.chat.stream(room="topic_gardening") as events:
    say(next(events).event)
    for message in ("One", "Two"): client.chat.send(room="topic_gardening", message=message)
    posted = next(events)
    say([posted.event, posted.data["text"]])
options = CallOptions(last_event_id=posted.id)
with client.chat.stream(room="topic_gardening", call=options) as events:
    say([next(events).event, next(events).data["text"]])
content = bytes(range(256)) * 500
stored = client.files.put(name="all.bin", content=io.BytesIO(content))
with client.files.download(id=stored["id"]) as download:
    say([download.headers["content-length"], download.read() == content])
`,
      `token=${JSON.stringify(token)}`,
    )
    expect(values).toEqual(['open', ['posted', 'One'], ['open', 'Two'], ['128000', true]])
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { readSource } from './read-source.ts'
import { SourceChecker } from './source-checker.ts'

const server = serverForTests()

function page(...lines: string[]): string {
  return `<!doctype html>\n<html>\n<body>\n<script>\n${lines.join('\n')}\n</script>\n</body>\n</html>\n`
}

/** The line of the first line of the script in `page`. */
const first = 5

async function report(html: string) {
  const ada = await server().account()
  const { slug } = await ada.ok('apps.create', { name: 'Check me', html })
  return ada.ok('apps.test', { slug })
}

describe('the check of an app', () => {
  test('passes a source that stays within the sandbox and calls methods as they are described', async () => {
    const found = await report(
      page(
        "mu.service('markets', 'convert', { from: 'GBP', to: 'EUR', amount: 1 }).then(show)",
        "const city = prompt('City')",
        "onedoor.service('notes', 'add', { title: city, text: 'x', ...rest })",
        'fetch(`/api/v1/hazards/quakes?min=5`)',
        "fetch('/api/v1/notes/add', { method: 'POST', body: JSON.stringify({ title: city, text: 'b' }) })",
        "window.mu.service('browser', 'read', { url: 'https://example.org/' })",
      ),
    )
    expect(found.issues).toEqual([])
    expect(found.calls).toEqual([
      { operation: 'markets.convert', line: first, ok: true, price_credits: 0 },
      { operation: 'notes.add', line: first + 2, ok: true, price_credits: 0 },
      { operation: 'hazards.quakes', line: first + 3, ok: true, price_credits: 0 },
      { operation: 'notes.add', line: first + 4, ok: true, price_credits: 0 },
      { operation: 'browser.read', line: first + 5, ok: true, price_credits: 4 },
    ])
    expect(found.passed).toBe(true)
    expect(found.text).toContain('No faults found in the source. 5 calls checked: markets.convert, notes.add')
  })

  test.each([
    ['an unknown method', "mu.service('notes', 'ad', {})", 'notes.ad', /no method/],
    ['an unknown service', "mu.service('nots', 'add', {})", 'nots.add', /no method/],
    ['a missing argument', "mu.service('notes', 'add', { text: 'x' })", 'notes.add', /title is required/],
    [
      'a wrong type',
      "mu.service('markets', 'convert', { from: 'GBP', to: 'EUR', amount: 'many' })",
      'markets.convert',
      /amount must be a number/,
    ],
    [
      'an argument that there is not',
      "mu.service('notes', 'list', { colour: 'red' })",
      'notes.list',
      /colour is not an argument/,
    ],
    ['a withheld method', "mu.service('notes', 'delete', { id: 'note_1' })", 'notes.delete', /withheld/],
    [
      'a method that manages apps',
      "mu.service('apps', 'create', { name: 'x', html: 'y' })",
      'apps.create',
      /manages apps/,
    ],
    ['the agent', "mu.service('agent', 'ask', { prompt: 'x' })", 'agent.ask', /no method/],
    ['a wrong verb', "fetch('/api/v1/notes/add')", 'notes.add', /POST/],
  ])('names %s with its line', async (_what, line, operation, message) => {
    const { passed, calls, issues, text } = await report(page('let x', line))
    expect(issues).toEqual([])
    expect(calls).toEqual([
      { operation, line: first + 1, ok: false, message: expect.stringMatching(message), price_credits: 0 },
    ])
    expect(passed).toBe(false)
    expect(text).toContain(`Line ${first + 1}:`)
  })

  test.each([
    ["fetch('https://evil.example/x')", 'external_fetch'],
    ["fetch('/settings')", 'external_fetch'],
    ['new XMLHttpRequest()', 'blocked_network'],
    ["new WebSocket('wss://evil.example')", 'blocked_network'],
    ["navigator.sendBeacon('/x', y)", 'blocked_network'],
    ['new RTCPeerConnection()', 'blocked_network'],
    ["new Worker('x.js')", 'blocked_worker'],
    ["localStorage.setItem('a', 'b')", 'blocked_storage'],
    ['window.sessionStorage.a = 1', 'blocked_storage'],
    ["document.cookie = 'a=b'", 'blocked_storage'],
    ["eval('1')", 'blocked_eval'],
    ["window.open('https://evil.example')", 'blocked_navigation'],
    ["location.assign('https://evil.example')", 'blocked_navigation'],
    ['let = = 1', 'syntax_error'],
  ])('finds in a script: %s', (line, rule) => {
    const { issues } = readSource(page('', line))
    expect(issues.map((issue) => issue.rule)).toEqual([rule])
    expect(issues[0]?.line).toBe(first + 1)
  })

  test.each([
    ['<script src="https://cdn.example/x.js"></script>', 'external_resource'],
    ['<link rel="stylesheet" href="/pages.css">', 'external_resource'],
    ['<img src="//evil.example/x.png">', 'external_resource'],
    ['<iframe src="https://evil.example"></iframe>', 'external_resource'],
    ['<form action="https://evil.example"></form>', 'blocked_navigation'],
    ['<a href="https://evil.example">x</a>', 'blocked_navigation'],
    ['<meta http-equiv="refresh" content="0;url=https://evil.example">', 'blocked_navigation'],
    ['<base href="https://evil.example">', 'blocked_navigation'],
    ['<button onclick="fetch(&quot;https://evil.example&quot;)">x</button>', 'external_fetch'],
    ['<script>let x = 1', 'incomplete_document'],
  ])('finds in the document: %s', (markup, rule) => {
    const { issues } = readSource(`<!doctype html>\n<html><body>\n${markup}\n</body></html>`)
    expect(issues[0]).toMatchObject({ rule, line: 3 })
  })

  test('says that a document ends too early', () => {
    expect(readSource('<!doctype html><html><body><p>Hello').issues).toEqual([
      { rule: 'incomplete_document', message: 'The document has no end tag of html.' },
    ])
  })

  test('takes no data, member or local name for a global that is blocked', () => {
    const { issues } = readSource(
      page("const a = { localStorage: 1 }; a.localStorage; a.open('x'); const s = 'fetch(\"https://x\")'"),
    )
    expect(issues).toEqual([])
  })

  test('executes nothing, and lists at most 100 faults and 200 calls', () => {
    const many = readSource(page(...Array.from({ length: 500 }, () => "eval('1'); mu.service('notes', 'list')")))
    expect([many.issues.length, many.calls.length]).toEqual([101, 200])
    expect(many.issues.at(-1)?.rule).toBe('too_many_faults')
    const odd = "process.exit(1); throw new Error('ran'); while (true);"
    expect(readSource(page(odd)).issues).toEqual([])
  })
})

describe('the checker', () => {
  const checker = new SourceChecker({ timeoutMs: 25_000 })
  afterAll(() => checker.close())

  test('reads elements nested as deeply as a source is long, and says what is nested too deeply for it', async () => {
    const { issues } = await checker.source('ann', '<div>'.repeat(52_000))
    expect(issues.map(({ rule }) => rule)).toEqual(['incomplete_document'])
    const script = page(`x = ${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    const [fault, ...others] = (await checker.source('ann', script)).issues
    expect([fault?.rule, others]).toEqual([expect.stringMatching(/^(?:too_complex|syntax_error)$/), []])
    expect((await checker.source('ann', page("mu.service('notes', 'list')"))).calls).toHaveLength(1)
  }, 30_000)

  test('refuses an icon with a script, and takes one that only draws', async () => {
    expect(await checker.icon('ann', '<svg><script/></svg>')).toContain('<script>')
    expect(await checker.icon('ann', '<svg viewBox="0 0 1 1"><path d="M0 0h1" fill="url(#a)"/></svg>')).toBeUndefined()
  })

  /** Ten of each part in the next one. */
  const grown = (
    levels: number,
    use: (id: string) => string,
    part = (id: string, inner: string) => `<g id="${id}">${inner}</g>`,
  ) =>
    `<svg>${part('p0', '<rect/>')}${Array.from({ length: levels }, (_, at) => part(`p${at + 1}`, use(`p${at}`).repeat(10))).join('')}</svg>`

  test.each([
    ['by use', grown(9, (id) => `<use href="#${id}"/>`)],
    ['by use in the older spelling', grown(9, (id) => `<use xlink:href=" #${id}"/>`)],
    ['by names that are encoded', grown(9, (id) => `<use href="#${id.replace('p', '%70')}"/>`)],
    [
      'by patterns',
      grown(
        9,
        (id) => `<rect style="fill:url('#${id}')"/>`,
        (id, inner) => `<pattern id="${id}">${inner}</pattern>`,
      ),
    ],
    [
      'by markers at every point',
      `<svg><marker id="a">${'<rect/>'.repeat(100)}</marker><path marker-mid="url(#a)" d="M0 0${'h1'.repeat(2000)}"/></svg>`,
    ],
    ['by a part that is inside of itself', '<svg><g id="a"><use href="#a"/></g></svg>'],
    [
      'by one of two parts of a name',
      grown(9, (id) => `<use href="#${id}"/>`).replaceAll('</g>', '</g><g id="p0"/><g id="p3"/>'),
    ],
  ])('refuses an icon that draws without an end, %s', async (_how, icon) => {
    expect(await checker.icon('ann', icon)).toContain('must draw at most 10,000 elements')
  })

  test('takes an icon that uses its parts many times', async () => {
    expect(
      await checker.icon(
        'ann',
        grown(2, (id) => `<use href="#${id}"/>`),
      ),
    ).toBeUndefined()
    const shaded = `<svg><linearGradient id="a"><stop/></linearGradient>${'<path fill="url(#a)" d="M0 0h1"/>'.repeat(800)}</svg>`
    expect(await checker.icon('ann', shaded)).toBeUndefined()
  })
})

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
  test('passes a complete source that calls methods that apps may call', async () => {
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
    ['an alias', "const call = mu.service; call('notes', 'list')"],
    ['a computed name', "mu['service']('notes', 'list')"],
    ['an alias of the object', "const { service } = onedoor; service('notes', 'list')"],
    ['names in variables', "const name = 'notes'; mu.service(name, 'list')"],
    ['apply', "mu.service.apply(mu, ['notes', 'list'])"],
    ['an address in parts', "fetch(['/api', 'v1', 'notes', 'list'].join('/'))"],
  ])('says that an app may call more than was found, such as calls by %s', async (_how, line) => {
    const { calls, text } = await report(page(line))
    expect(calls).toEqual([])
    expect(text).toBe(
      'No faults found in the source. No calls found. The app may call more than was found. This is not a run in a browser.',
    )
  })

  test.each([
    ['an unknown method', "mu.service('notes', 'ad', {})", 'notes.ad', /No method exists/],
    ['an unknown service', "mu.service('nots', 'add', {})", 'nots.add', /No method exists/],
    ['a withheld method', "mu.service('notes', 'delete', { id: 'note_1' })", 'notes.delete', /withheld/],
    [
      'a method that manages apps',
      "mu.service('apps', 'create', { name: 'x', html: 'y' })",
      'apps.create',
      /manages apps/,
    ],
    ['the agent', "mu.service('agent', 'ask', { prompt: 'x' })", 'agent.ask', /No method exists/],
    ['a withheld method by fetch', "fetch('/api/v1/notes/delete', { method: 'POST' })", 'notes.delete', /withheld/],
  ])('reports %s with its line', async (_what, line, operation, message) => {
    const { passed, calls, issues, text } = await report(page('let x', line))
    expect(issues).toEqual([])
    expect(calls).toEqual([
      { operation, line: first + 1, ok: false, message: expect.stringMatching(message), price_credits: 0 },
    ])
    expect(passed).toBe(false)
    expect(text).toContain(`Line ${first + 1}:`)
  })

  test('reports a syntax error with its line', () => {
    const { issues } = readSource(page('', 'let = = 1'))
    expect(issues.map(({ rule, line }) => [rule, line])).toEqual([['syntax_error', first + 1]])
  })

  test('reports a script without an end tag', () => {
    const { issues } = readSource('<!doctype html>\n<html><body>\n<script>let x = 1\n</body></html>')
    expect(issues[0]).toMatchObject({ rule: 'incomplete_document', line: 3 })
  })

  test('reports that a document ends too early', () => {
    expect(readSource('<!doctype html><html><body><p>Hello').issues).toEqual([
      { rule: 'incomplete_document', message: 'The document has no end tag for its html element.' },
    ])
  })

  test('reads the calls of event handlers, and no calls with variable names', () => {
    const { calls, issues } = readSource(
      page(
        "mu.service(name, 'list'); mu.service('notes', `li` + x); fetch('/api/v1/notes/li' + x); fetch(address)",
        "const text = \"mu.service('notes', 'list')\"",
      ).replace('<body>', `<body onload="mu.service('blog', 'list')">`),
    )
    expect([calls, issues]).toEqual([[{ service: 'blog', method: 'list', line: 3 }], []])
  })

  test('executes nothing, and lists at most 100 faults and 200 calls', () => {
    const calls = readSource(page(...Array.from({ length: 500 }, () => "mu.service('notes', 'list')"))).calls
    const { issues } = readSource(`${'<script>=</script>'.repeat(500)}</html>`)
    expect([issues.length, calls.length]).toEqual([100, 200])
    const odd = "process.exit(1); throw new Error('ran'); while (true);"
    expect(readSource(page(odd)).issues).toEqual([])
  })
})

describe('the checker', () => {
  const checker = new SourceChecker({ timeoutMs: 25_000 })
  afterAll(() => checker.close())

  test('reads elements nested as deeply as a source is long, and reports scripts that are nested too deeply', async () => {
    const { issues } = await checker.source('ann', '<div>'.repeat(52_000))
    expect(issues.map(({ rule }) => rule)).toEqual(['incomplete_document'])
    const script = page(`x = ${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    const [fault, ...others] = (await checker.source('ann', script)).issues
    expect([fault?.rule, others]).toEqual([expect.stringMatching(/^(?:too_complex|syntax_error)$/), []])
    expect((await checker.source('ann', page("mu.service('notes', 'list')"))).calls).toHaveLength(1)
  }, 30_000)

  test('rejects an icon with a script, and accepts one that only draws', async () => {
    expect(await checker.icon('ann', '<svg><script/></svg>')).toContain('<script>')
    expect(await checker.icon('ann', '<svg viewBox="0 0 1 1"><path d="M0 0h1" fill="url(#a)"/></svg>')).toBeUndefined()
  })

  /** An icon in which each part repeats the one before ten times. */
  const grown = (
    levels: number,
    use: (id: string) => string,
    part = (id: string, inner: string) => `<g id="${id}">${inner}</g>`,
  ) =>
    `<svg>${part('p0', '<rect/>')}${Array.from({ length: levels }, (_, at) => part(`p${at + 1}`, use(`p${at}`).repeat(10))).join('')}</svg>`

  test.each([
    ['by use', grown(9, (id) => `<use href="#${id}"/>`)],
    ['by use with xlink:href', grown(9, (id) => `<use xlink:href=" #${id}"/>`)],
    ['by encoded names', grown(9, (id) => `<use href="#${id.replace('p', '%70')}"/>`)],
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
    ['by a part that contains itself', '<svg><g id="a"><use href="#a"/></g></svg>'],
    [
      'by parts with the same name',
      grown(9, (id) => `<use href="#${id}"/>`).replaceAll('</g>', '</g><g id="p0"/><g id="p3"/>'),
    ],
  ])('rejects an icon that draws too much, %s', async (_how, icon) => {
    expect(await checker.icon('ann', icon)).toContain('must draw at most 10,000 elements')
  })

  test('accepts an icon that repeats its parts', async () => {
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

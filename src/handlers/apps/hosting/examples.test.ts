import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { browserForTests, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'

const folder = join(import.meta.dirname, '../../../../examples/apps')
const open = browserForTests({ mayLogErrors: true, isWhole: true })
const server = serverForTests({ settings: { PROVIDERS: 'examples' } })

describe('the example apps', () => {
  let ada: TestAccount
  let page: Page
  const frame = () => page.frameLocator('iframe.app')

  async function openExample(name: string): Promise<string> {
    const html = readFileSync(join(folder, `${name}.html`), 'utf8')
    const { slug, id } = await ada.ok('apps.create', { name, html })
    const { passed, text } = await ada.ok('apps.test', { slug })
    expect([passed, text]).toEqual([true, expect.stringContaining('No faults')])
    await page.goto(`${server().url}/apps/${slug}`)
    return id
  }

  /** Checks the page on a wide screen and on a phone. */
  const look = async (what: string) => {
    for (const [name, size] of [
      ['apps phone', { width: 390, height: 844 }],
      ['apps', { width: 1280, height: 720 }],
    ] as const) {
      await page.setViewportSize(size)
      await viewer(page, name)(what)
    }
  }

  beforeAll(async () => {
    ada = await server().account()
    ;({ page } = await open())
    await signInByForm(page, `${server().url}/signin?next=/settings/apps`, ada.username, 'Apps')
  }, 60_000)

  test('convert units and currencies', async () => {
    await openExample('unit-converter')
    await frame().getByRole('button', { name: 'Convert' }).click()
    await expect.poll(() => frame().locator('output').innerText()).toContain('EUR')
    await frame().getByLabel('From').fill('km')
    await frame().getByLabel('To').fill('m')
    await frame().getByRole('button', { name: 'Convert' }).click()
    await expect.poll(() => frame().locator('output').innerText()).toBe('100000 m')
    await look('converter')
  })

  test('show notes only after the viewer has allowed it', async () => {
    await ada.ok('notes.add', { title: 'Groceries', text: 'Eggs' })
    await openExample('notes-board')
    await page.getByText('This app asks to use notes.list.').waitFor()
    await look('asks')
    expect(await frame().locator('li').count()).toBe(0)
    await page.getByRole('link', { name: 'Decide what this app may do', exact: true }).click()
    await look('consent')
    await page.getByLabel('List notes').check()
    await page.getByLabel('Write a note').check()
    await page.getByRole('button', { name: 'Save selection' }).click()
    await frame().getByText('Groceries').waitFor()
    await frame().getByLabel('Title').fill('Heron')
    await frame().getByLabel('Text').fill('At the weir')
    await frame().getByRole('button', { name: 'Pin it' }).click()
    await frame().locator('li', { hasText: 'Heron' }).waitFor()
    await look('board')
    expect((await ada.ok('notes.get', { title: 'Heron' })).text).toContain('At the weir')
  })

  test('show earthquakes with fetch', async () => {
    await openExample('hazards-map')
    await frame().getByText('Source: example').waitFor()
    expect(await frame().locator('circle').count()).toBeGreaterThan(0)
    await look('map')
  })

  test('fail calls that the server would reject immediately, without a request', async () => {
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    const script = `const calls = [
  () => mu.service('notes', 'ad', {}), () => mu.service('constructor', 'x'), () => mu.service('notes', 'delete', { id: 'x' }),
  () => onedoor.service('notes', 'add', { text: 'Eggs' }), () => mu.service('notes', 'add', { title: 'Eggs', text: undefined }),
  async () => { throw await (await fetch('/api/v1/notes/add', { method: 'PUT' })).json() },
  async () => { throw await (await fetch('/api/v1/flights/airport')).json() },
  () => mu.service('flights', 'airport', { code: 'LHR' }),
]
const said = calls.map((call) => call().then(() => 'done', (e) => e.code + ': ' + (e.error ?? e.message)))
Promise.all(said).then((all) => { document.getElementById('out').textContent = all.join('\\n') })`
    const html = `<!doctype html><html><body><pre id="out"></pre><script>${script}</script></body></html>`
    const { slug } = await ada.ok('apps.create', { name: 'Wrong calls', html })
    await page.goto(`${server().url}/apps/${slug}`)
    await expect.poll(() => frame().locator('#out').innerText()).toContain('done')
    expect((await frame().locator('#out').innerText()).split('\n')).toEqual([
      'unknown_method: There is no method notes.ad. notes has add, delete, get, list.',
      'unknown_method: There is no method constructor.x. All are listed at /docs/apps/sdk.',
      'permission_denied: notes.delete is withheld from apps and can be called only by people and programs.',
      'invalid_argument: notes.add: title is required.',
      'invalid_argument: notes.add: text is required.',
      'method_not_allowed: PUT is not a verb of notes.add; call it with POST.',
      'invalid_argument: flights.airport: code is required.',
      'done',
    ])
    expect(asked.filter((path) => path === '/apps/-/call')).toHaveLength(1)
  })
}, 90_000)

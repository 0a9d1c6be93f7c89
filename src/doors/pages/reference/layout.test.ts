import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserForTests, phone } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()
const open = browserForTests()
const wide = { viewport: { width: 1400, height: 900 } }

async function openAt(path: string, options = {}): Promise<Page> {
  const { page } = await open(options)
  await page.goto(server().url + path, { waitUntil: 'networkidle' })
  return page
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return { ...box, bottom: box.y + box.height }
}

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`)

// mail.send would be just below the window, and doors.whoami far below.
test.each(['/docs/notes/add', '/docs/mail/send', '/docs/doors/whoami'])(
  'the list of methods shows the current one without being scrolled, at %s',
  async (path) => {
    const page = await openAt(path, wide)
    const current = await boxOf(page, '#contents [aria-current=page]')
    expect(current.bottom).toBeLessThan(wide.viewport.height)
    expect(current.y).toBeGreaterThan((await boxOf(page, '.bar')).bottom)
  },
)

test('list, text and sample stand side by side, and the list and the sample stay while the text scrolls', async () => {
  const page = await openAt('/docs/mail/send', wide)
  const boxes = async () => Promise.all(['#contents', '.text', '.beside'].map((part) => boxOf(page, part)))
  const [list, text, sample] = await boxes()
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(text?.x ?? 0)
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(sample?.x ?? 0)
  await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)')
  const scrolled = await boxes()
  expect(scrolled[1]?.y).toBeLessThan(0)
  const bar = await boxOf(page, '.bar')
  expect(bar.y).toBe(0)
  for (const column of [scrolled[0], scrolled[2]]) {
    expect(column?.y).toBeGreaterThanOrEqual(bar.bottom - 1)
    expect(column?.y).toBeLessThan(wide.viewport.height / 4)
  }
})

test('a link to a field opens what is folded around it, and shows the field', async () => {
  const page = await openAt('/docs/flights/status', wide)
  const field = page.locator('#result-items-departure-delay_s')
  expect(await field.isVisible()).toBe(false)
  await page.goto(`${page.url()}#result-items-departure-delay_s`)
  await field.waitFor()
  const { y } = await boxOf(page, '#result-items-departure-delay_s')
  expect(y).toBeGreaterThan((await boxOf(page, '.bar')).bottom)
  expect(y).toBeLessThan(wide.viewport.height)
})

test('the link that skips to the content covers what is below it', async () => {
  const page = await openAt('/docs/notes/add', wide)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
  expect(await styleOf(page, '.skip', 'backgroundColor')).toBe(await styleOf(page, 'body', 'backgroundColor'))
  expect(
    await page.evaluate(`(() => {
      const { x, y, width, height } = document.activeElement.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === document.activeElement
    })()`),
  ).toBe(true)
})

test('a page is printed over the whole width of any paper, in light colours, without what only works on a screen', async () => {
  const page = await openAt('/docs/notes/add', wide)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of ['.bar', '#contents', '#try', 'body > header'])
    expect(await page.locator(part).isVisible(), part).toBe(false)
  expect((await boxOf(page, '#main')).width).toBeGreaterThan(1300)
  expect(await styleOf(page, 'body', 'backgroundColor')).toBe('rgb(255, 255, 255)')
  expect(await styleOf(page, 'body', 'colorScheme')).toBe('light')
})

test('on a narrow screen, what a method does stands before its sample', async () => {
  const page = await openAt('/docs/notes/add', phone)
  const [lead, description] = [await boxOf(page, '.lead'), await boxOf(page, '.intro > .facts + p')]
  const [sample, args] = [await boxOf(page, '#sample'), await boxOf(page, '#arguments')]
  expect([lead, description, sample, args].map(({ y }) => y)).toEqual(
    [lead, description, sample, args].map(({ y }) => y).sort((a, b) => a - b),
  )
})

test('a tab in a sample is as wide as in an editor', async () => {
  const page = await openAt('/docs/notes/add', wide)
  expect(await styleOf(page, '.sample-go pre', 'tabSize')).toBe('4')
})

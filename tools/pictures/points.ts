import type { Page } from 'playwright-core'

/** What readers expect of a reference, and the view of a page that shows it. */
export interface Point {
  readonly name: string
  /** The address, after that of the server. */
  readonly at: string
  /** What a reader does before the picture is taken. It fails if the page lacks what the point promises. */
  act?(page: Page): Promise<unknown>
  readonly screen?: 'phone'
  /** Whether an account is signed in. */
  readonly isSignedIn?: true
  readonly withoutScripts?: true
  readonly isPrinted?: true
}

const see = (selector: string) => async (page: Page) => {
  const shown = page.locator(selector).first()
  await shown.waitFor()
  await shown.evaluate((it) => it.scrollIntoView({ block: 'center' }))
}

async function choose(page: Page, language: string): Promise<void> {
  await page.locator('.tabs').getByText(language, { exact: true }).click()
  await page.getByRole('group', { name: `in ${language}` }).waitFor()
}

async function openErrors(page: Page): Promise<void> {
  const first = page.locator('details.error').first()
  await first.locator('summary').click()
  await first.evaluate((it) => it.scrollIntoView())
}

async function send(page: Page): Promise<void> {
  await page.getByText('Try it', { exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Response', level: 3 }).waitFor()
}

/** The twenty-five points by which the reference is compared with those of others. */
export const points: readonly Point[] = [
  { name: 'list of all methods', at: '/docs/mail/send', act: see('#contents [aria-current=page]') },
  { name: 'three columns', at: '/docs/mail/send', act: see('#errors') },
  { name: 'samples in languages', at: '/docs/notes/add', act: (page) => choose(page, 'Go') },
  {
    name: 'language remembered',
    at: '/docs/notes/add',
    async act(page) {
      await choose(page, 'Python')
      await page.locator('#contents').getByText('get', { exact: true }).first().click()
      await page.getByRole('group', { name: 'Example call of notes.get in Python' }).waitFor()
    },
  },
  {
    name: 'token in the sample',
    at: '/docs/notes/list',
    isSignedIn: true,
    async act(page) {
      await page.getByRole('button', { name: 'Create a token for these samples' }).click()
      await page.getByRole('link', { name: 'Revoke it in the settings' }).waitFor()
    },
  },
  { name: 'copy buttons', at: '/docs/notes/add', act: (page) => page.locator('.sample-curl').hover() },
  {
    name: 'search',
    at: '/docs',
    async act(page) {
      await page.keyboard.press('/')
      await page.keyboard.type('markreed')
      await page.locator('#found a').first().waitFor()
    },
  },
  { name: 'links to fields', at: '/docs/flights/status#result-items-departure-delay_s', act: see('.fields :target') },
  {
    name: 'schemas',
    at: '/docs/flights/status',
    async act(page) {
      await page.locator('#result-items > details > summary').click()
      await see('#result-items-departure')(page)
    },
  },
  { name: 'responses with bodies', at: '/docs/mail/send', act: see('#response + *') },
  { name: 'errors of a method', at: '/docs/mail/send', act: openErrors },
  { name: 'trial', at: '/docs/notes/list', isSignedIn: true, act: send },
  {
    name: 'sample of the trial',
    at: '/docs/notes/list',
    isSignedIn: true,
    async act(page) {
      await send(page)
      await page.getByLabel('The same call in').selectOption('Python')
      await see('.same-call')(page)
    },
  },
  { name: 'price and needs', at: '/docs/url/create', act: see('.facts') },
  { name: 'streams', at: '/docs/agent/ask', act: see('#stream') },
  { name: 'events', at: '/docs/mail', act: see('#events') },
  { name: 'changes', at: '/docs/changes' },
  {
    name: 'log of own calls',
    at: '/docs/notes/get',
    isSignedIn: true,
    async act(page) {
      await send(page)
      await page.locator('.outcome a[href*="request_id="]').click()
      await page.getByText('not_found').first().waitFor()
    },
  },
  {
    name: 'page as Markdown',
    at: '/docs/notes/add',
    act: (page) => page.getByRole('button', { name: 'Copy as Markdown' }).focus(),
  },
  { name: 'guides', at: '/docs/guides/first-call', act: see('#contents [aria-current=page]') },
  { name: 'without scripts', at: '/docs/notes/add', withoutScripts: true },
  { name: 'first load', at: '/docs/apps/build' },
  { name: 'keyboard', at: '/docs/notes/add', act: (page) => page.keyboard.press('Tab') },
  {
    name: 'drawer on a phone',
    at: '/docs/notes/add',
    screen: 'phone',
    async act(page) {
      await page.getByRole('button', { name: 'Contents' }).click()
      await page.getByRole('navigation', { name: 'Contents' }).waitFor()
    },
  },
  { name: 'print', at: '/docs/notes/add', isPrinted: true },
]

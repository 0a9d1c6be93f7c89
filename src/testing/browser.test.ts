import { expect, test } from 'vitest'
import { browserForTests, expectAccessible } from './browser.ts'

const open = browserForTests()

test('accessibility violations are found, and a page without any passes', async () => {
  const { page } = await open()
  const body = '<main><h1>Page</h1><button>Go</button></main>'
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title><body>${body}</body></html>`)
  await expectAccessible(page)
  await page.setContent(
    `<!doctype html><html lang="en"><title>Page</title><body>${body}<input><button></button></body></html>`,
  )
  const found = [expect.stringMatching(/^button-name: /), expect.stringMatching(/^label: /)]
  await expect(expectAccessible(page)).rejects.toMatchObject({ actual: expect.arrayContaining(found) })
})

import { expect, test } from 'vitest'
import { browserForTests, expectAccessible, phone, viewer } from './browser.ts'

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

const shown = (style: string) =>
  `<!doctype html><html lang="en"><title>Page</title><meta name="viewport" content="width=device-width">
  <style>body { color: #000; background: #fff } ${style}</style><body><main><h1>Page</h1><p>Text</p></main></body></html>`

test('a page is looked at in both colours', async () => {
  const { page } = await open()
  const look = viewer(page, 'test')
  await page.setContent(shown(''))
  await look('good')
  await page.setContent(shown('p { color: #eee }'))
  await expect(look('light')).rejects.toMatchObject({ actual: [expect.stringMatching(/^color-contrast: /)] })
  await page.setContent(shown('@media (prefers-color-scheme: dark) { body { color: #333; background: #222 } }'))
  await expect(look('dark')).rejects.toMatchObject({
    actual: expect.arrayContaining([expect.stringMatching(/^color/)]),
  })
})

test('a page that is wider than its screen is found, with scripts and without', async () => {
  for (const options of [phone, { ...phone, javaScriptEnabled: false }]) {
    const { page } = await open(options)
    await page.setContent(shown('body { margin: 0 } p { width: 500px }'))
    await expect(viewer(page, 'test', options)('wide')).rejects.toMatchObject({ actual: ['wide', 140] })
  }
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { browserForTests, screens, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'
import { callable, sdkPath } from './sdk-page.ts'

const server = serverForTests()
const open = browserForTests()
const names = ['unit-converter', 'notes-board', 'hazards-map']

test('the guide has exactly the methods of the generated types', async () => {
  const page = await (await fetch(`${server().url}${sdkPath}`)).text()
  const types = readFileSync(join(import.meta.dirname, '../../../../generated/apps/sdk.d.ts'), 'utf8')
  const typed = [...types.matchAll(/^ {2}(\w+): Pick<Client\['\w+'\], (.*)>$/gm)].flatMap(([, family, methods = '']) =>
    [...methods.matchAll(/'(\w+)'/g)].map(([, method]) => `${family}.${method}`),
  )
  const linked = [...page.matchAll(/<a href="\/docs\/\w+\/\w+"><code>([\w.]+)<\/code><\/a>/g)].map(([, id]) => id)
  expect(linked.toSorted()).toEqual(typed.toSorted())
  expect(linked).toHaveLength(callable.length)
})

test('it offers the types of the SDK for download, in one file', async () => {
  const page = await (await fetch(`${server().url}${sdkPath}`)).text()
  expect(page).toContain(`href="${sdkPath}/onedoor.d.ts"`)
  const response = await fetch(`${server().url}${sdkPath}/onedoor.d.ts`)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="onedoor.d.ts"')
  const types = await response.text()
  expect(types).toContain('const onedoor: AppSdk')
  expect(types).not.toMatch(/^import |from '/m)
})

test('its examples are the files of the repository, as plain text', async () => {
  for (const name of names) {
    const response = await fetch(`${server().url}${sdkPath}/${name}.html`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const file = join(import.meta.dirname, '../../../../examples/apps', `${name}.html`)
    expect(await response.text()).toBe(readFileSync(file, 'utf8'))
  }
  for (const name of ['none', '..%2fapps%2fnotes-board', 'constructor']) {
    expect((await fetch(`${server().url}${sdkPath}/${name}.html`)).status).toBe(404)
  }
})

describe.each(screens)('%s', (name, options) => {
  test('the guide is accessible, and the public apps link to it', async () => {
    const { page } = await open(options)
    await page.goto(`${server().url}/apps`)
    await page.getByRole('link', { name: 'How to write apps' }).click()
    await page.getByRole('heading', { level: 1, name: 'Writing apps' }).waitFor()
    await viewer(page, `apps sdk ${name}`, options)('page')
    await page.getByRole('link', { name: 'Notes board' }).click()
    await page.waitForURL(`**${sdkPath}/notes-board.html`)
  }, 60_000)
})

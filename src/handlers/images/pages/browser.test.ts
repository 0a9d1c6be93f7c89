import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'
import { samplePictures } from '../fixtures/pictures.ts'

const open = browserForTests()
const server = serverForTests()

describe.each(browsers)('in a browser %s', (name, options) => {
  test('a person stores a picture, publishes it and deletes it, on pages that are accessible', async () => {
    const { page } = await open(options)
    const account = await server().account()
    await signInByForm(page, `${server().url}/signin?next=/settings/images`, account.username, 'Pictures')
    const look = viewer(page, `pictures ${name}`, options)
    const buffer = await samplePictures.photo(1600, 1200)
    const file = { name: 'wall.jpg', mimeType: 'image/jpeg', buffer }
    await page.getByLabel('What it shows').fill('A two-coloured wall')
    await page.getByLabel('New picture').setInputFiles(file)
    await page.getByRole('button', { name: 'Store the picture' }).click()
    await page.getByText('The picture was stored.').waitFor()
    if (name === 'with scripts') {
      // A dropped one is sent at once.
      const bytes = JSON.stringify([...(await samplePictures.png(300, 200))])
      const dropped = await page.evaluateHandle(`(() => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(${bytes})], 'drop.png', { type: 'image/png' }))
        return transfer
      })()`)
      await page.dispatchEvent('[data-drop]', 'drop', { dataTransfer: dropped })
      await page.getByText('Untitled').waitFor()
      expect((await account.ok('images.list', { scope: 'mine' })).items).toHaveLength(2)
    }
    await look('grid')
    await page.getByRole('link', { name: 'A two-coloured wall' }).click()
    const shown = page.getByRole('img', { name: 'A two-coloured wall' })
    await shown.waitFor()
    await look('picture')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('The picture is public').waitFor()
    const [published] = (await account.ok('images.list', { scope: 'public' })).items
    expect(published?.owner).toBe(account.username)
    await page.getByRole('link', { name: 'Delete this picture' }).click()
    await look('deletion')
    await page.getByRole('button', { name: 'Delete the picture permanently' }).click()
    await page.getByText('The picture was deleted.').waitFor()
  }, 60_000)
})

test('a picture of more than 8 MB is made smaller in the browser before it is sent', async () => {
  const { page } = await open({})
  const account = await server().account()
  await signInByForm(page, `${server().url}/signin?next=/settings/images`, account.username, 'Pictures')
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const grain = { width: 1800, height: 1600, channels: 3, background: '#fff', noise } as const
  const buffer = await sharp({ create: grain }).png({ compressionLevel: 0 }).toBuffer()
  expect(buffer.length).toBeGreaterThan(8 * 1024 * 1024)
  await page.getByLabel('New picture').setInputFiles({ name: 'grain.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Store the picture' }).click()
  await page.getByText('The picture was stored.').waitFor()
  const [image] = (await account.ok('images.list', { scope: 'mine' })).items
  expect([image?.type, image?.width_px, image?.height_px]).toEqual(['image/jpeg', 1800, 1600])
}, 60_000)

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { forEachServer, type TestAccount } from '#testing/server.ts'
import { gifOfFrames, heicBeginning, jpegClaiming, pngClaiming, samplePictures } from '../fixtures/pictures.ts'
import { base64, upload } from '../fixtures/uploaded.ts'

function pngBase(width: number, height: number) {
  return { create: { width, height, channels: 3 as const, background: '#123456' } }
}

forEachServer(
  (server) => {
    const bytesOf = async (account: TestAccount, id: string, query = '') => {
      const headers = { Authorization: `Bearer ${account.token}` }
      const response = await fetch(`${server().url}/images/${id}${query}`, { headers })
      expect(response.status).toBe(200)
      return Buffer.from(await response.arrayBuffer())
    }

    test('a photo is stored upright, without its location, and with smaller copies', async () => {
      const ada = await server().account()
      const data = await base64(samplePictures.photo())
      const image = await ada.ok('images.upload', { data, description: ' A two-coloured wall ' })
      expect(image).toEqual({
        id: expect.stringMatching(/^image_\w{26}$/),
        url: `${server().url}/images/${image.id}`,
        description: 'A two-coloured wall',
        tags: [],
        origin: 'uploaded',
        public: false,
        owner: ada.username,
        type: 'image/jpeg',
        width_px: 800,
        height_px: 1200,
        size_bytes: expect.any(Number),
        created: expect.any(String),
        updated: expect.any(String),
      })
      const bytes = await bytesOf(ada, image.id)
      expect(bytes.length).toBe(image.size_bytes)
      const meta = await sharp(bytes).metadata()
      expect([meta.format, meta.width, meta.height, meta.orientation, meta.exif, meta.icc, meta.xmp]).toEqual([
        'jpeg',
        800,
        1200,
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      // Turned to the right: what was below is on the left.
      const { data: pixels } = await sharp(bytes).resize(2, 1).raw().toBuffer({ resolveWithObject: true })
      expect([pixels.readUInt8(2) > 150, pixels.readUInt8(3) > 150]).toEqual([true, true])
      const sides = []
      for (const size of ['thumbnail', '1024', 'full']) {
        const copy = await sharp(await bytesOf(ada, image.id, `?size=${size}`)).metadata()
        sides.push([copy.format, copy.width, copy.height])
      }
      expect(sides).toEqual([
        ['webp', 213, 320],
        ['webp', 683, 1024],
        ['jpeg', 800, 1200],
      ])
      expect(await ada.ok('images.get', { id: image.id })).toEqual(image)
    })

    test('WebP and AVIF are stored as JPEG, or as PNG if they are transparent', async () => {
      const ada = await server().account()
      const { webp, avif } = samplePictures
      const stored = []
      for (const picture of [webp(1), webp(0.5), avif(1), avif(0.5)]) {
        const image = await upload(ada, picture)
        const bytes = await bytesOf(ada, image.id)
        const { format, exif } = await sharp(bytes).metadata()
        const {
          data: [red = 0, green = 0],
        } = await sharp(bytes).removeAlpha().resize(1, 1).raw().toBuffer({ resolveWithObject: true })
        stored.push([image.type, image.width_px, image.height_px, format, exif, green > red])
      }
      const [jpeg, png] = [
        ['image/jpeg', 40, 30, 'jpeg'],
        ['image/png', 40, 30, 'png'],
      ].map((each) => [...each, undefined, true])
      expect(stored).toEqual([jpeg, png, jpeg, png])
    })

    test('a PNG stays one, of a GIF the first frame is kept, and small pictures are their own copies', async () => {
      const ada = await server().account()
      for (const picture of [samplePictures.png(), samplePictures.gif()]) {
        const image = await upload(ada, picture)
        expect(image.type).toBe('image/png')
        const full = await bytesOf(ada, image.id)
        expect((await bytesOf(ada, image.id, '?size=thumbnail')).equals(full)).toBe(true)
      }
    })

    test('an account holds at most 2,000 pictures, and no more bytes than its quota', async () => {
      const ada = await server().account()
      const { id } = await upload(ada)
      const { store } = server()
      const [row] = await store.all<Record<string, unknown>>(store.sql('images').where({ id }))
      for (let at = 0; at < 1998; at += 54) {
        const names = Array.from({ length: 54 }, (_, i) => `${ada.id.slice(-20)}${String(at + i).padStart(6, '0')}`)
        const blob = { owner: ada.id, state: 'stored', bytes: 0, created_at: 1 }
        await store.write(async (tx) => {
          await tx.run(tx.sql('blobs').insert(names.map((name) => ({ ...blob, id: `blob_${name}` }))))
          await tx.run(
            tx.sql('images').insert(names.map((name) => ({ ...row, id: `image_${name}`, blob_id: `blob_${name}` }))),
          )
        })
      }
      await upload(ada)
      const { body } = await ada.fails('images.upload', { data: await base64(samplePictures.png()) })
      expect([body.code, body.error]).toEqual([
        'failed_precondition',
        'An account can have at most 2,000 pictures. Nothing was stored. Delete a picture first.',
      ])
      const ben = await server().account()
      const content = Buffer.alloc(8 * 1024 * 1024 - 4096).toString('base64')
      await ben.ok('files.put', { name: 'a.bin', content, encoding: 'base64' })
      const full = await ben.fails('images.upload', { data: await base64(samplePictures.photo()) })
      expect([full.body.code, full.body.error]).toEqual(['failed_precondition', expect.stringContaining('QUOTA_MIB')])
      expect((await ben.ok('images.list', { scope: 'mine' })).items).toEqual([])
    }, 60_000)

    test('what is no picture, or too large a one, is refused by name and nothing is stored', async () => {
      const ada = await server().account()
      const photo = await samplePictures.photo()
      const png = await samplePictures.png(200, 200)
      const cases: [string, Buffer | string, string][] = [
        [
          'SVG',
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
          'PNG, JPEG, GIF, WebP or AVIF',
        ],
        ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'PNG, JPEG, GIF, WebP or AVIF'],
        [
          'HTML behind the beginning of a GIF',
          Buffer.from('GIF89a<script>alert(1)</script>'),
          'must not be a damaged picture',
        ],
        [
          'SVG behind that of a PNG',
          Buffer.concat([png.subarray(0, 8), Buffer.from('<svg/>')]),
          'must not be a damaged picture',
        ],
        ['a TIFF', await sharp(png).tiff().toBuffer(), 'PNG, JPEG, GIF, WebP or AVIF'],
        ['a HEIC of an iPhone', heicBeginning(), 'must not be a HEIC picture: export it as JPEG'],
        ['a truncated WebP', (await sharp(png).webp().toBuffer()).subarray(0, 60), 'must not be a damaged picture'],
        ['a truncated AVIF', (await samplePictures.avif()).subarray(0, 320), 'must not be a damaged picture'],
        ['a truncated JPEG', photo.subarray(0, photo.length / 2), 'must not be a damaged picture'],
        ['a truncated PNG', png.subarray(0, png.length - 60), 'must not be a damaged picture'],
        ['a PNG of 30,000 by 30,000', pngClaiming(30_000, 30_000), 'at most 8.0 million pixels, but has 900.0 million'],
        ['a PNG of 2,147,483,647 pixels a side', pngClaiming(2_147_483_647, 2_147_483_647), 'must'],
        ['a PNG with less than it says', pngClaiming(2000, 2000), 'must not be a damaged picture'],
        ['a GIF of 65,535 by 65,535', gifOfFrames(65_535, 65_535, 1), 'must'],
        ['a JPEG that claims 60,000 by 60,000', jpegClaiming(photo, 60_000, 60_000), 'at most 8.0 million pixels'],
        ['8 megapixels and a row', await sharp(pngBase(4000, 2001)).png().toBuffer(), 'at most 8.0 million pixels'],
        ['more than 512 KiB', Buffer.concat([png, Buffer.alloc(524_289 - png.length)]), 'at most 512 KiB'],
        ['base64 for addresses', '_-_-', 'base64'],
        ['base64 without its end', 'iVBORw', 'base64'],
        ['base64 of bits that are not there', 'iVBORx==', 'base64'],
        ['a data: address', 'data:image/png;base64,iVBORw0KGgo=', 'base64'],
        ['nothing', '', 'must'],
      ]
      for (const [what, sent, expected] of cases) {
        const data = typeof sent === 'string' ? sent : sent.toString('base64')
        const { status, body } = await ada.fails('images.upload', { data })
        expect([what, status, body.code, body.details?.map(({ path }) => path)]).toEqual([
          what,
          400,
          'invalid_argument',
          ['data'],
        ])
        expect(`${what}: ${body.details?.[0]?.message}`).toContain(expected)
      }
      const blobs = await server().store.all(server().store.sql('blobs').where({ owner: ada.id }))
      expect([blobs, (await ada.ok('images.list', { scope: 'mine' })).items]).toEqual([[], []])
    }, 60_000)

    test('a GIF of a thousand frames and a picture of exactly 8 megapixels are taken', async () => {
      const ada = await server().account()
      const frames = await upload(ada, gifOfFrames(640, 480, 1000))
      expect([frames.type, frames.width_px, frames.height_px]).toEqual(['image/png', 640, 480])
      const large = await upload(ada, sharp(pngBase(4000, 2000)).png().toBuffer())
      expect([large.width_px, large.height_px]).toEqual([4000, 2000])
    }, 30_000)
  },
  { settings: { QUOTA_MIB: '8' } },
)

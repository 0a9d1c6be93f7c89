import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import type { Controls } from '#runtime/kit/site.ts'
import { acceptedFormats } from '../raster/picture-format.ts'
import { type Image, imagePrefix } from '../results.ts'

export const place = '/settings/images'

/** Where a copy of a picture is, relative to the host that the reader used. */
export function addressOf({ id }: Pick<Image, 'id'>, size: 'thumbnail' | '1024' | 'full'): string {
  return `${imagePrefix}${id}${size === 'full' ? '' : `?size=${size}`}`
}

/** The alternative text of a picture. */
export function altOf({ description, title }: Pick<Image, 'title' | 'description'>): string {
  return description ?? title ?? 'A picture without a description'
}

/** The picture of the day, small. */
export function dailyFigure(image: Image): Html {
  return html`<figure class="picture-of-day">
<a href="${addressOf(image, 'full')}"><img${attributes({ src: addressOf(image, '1024'), alt: altOf(image), width: image.width_px, height: image.height_px })}></a>
<figcaption class="caption">${image.title}, <time datetime="${image.day}">${image.day}</time></figcaption>
</figure>
`
}

/** A page of an account's pictures. */
export function pictureGrid({ items, next_cursor: next }: Result<'images.list'>, isFirst: boolean): Html {
  const heading = html`<h2>Your pictures</h2>\n`
  if (items.length === 0) {
    return html`${heading}<p>${isFirst ? 'You have no pictures yet.' : 'There are no older pictures.'}</p>\n`
  }
  const pages = html`<nav class="pages" aria-label="Pages of pictures">
${!isFirst && html`<a href="${place}">Newest pictures</a>\n`}${next !== undefined && html`<a href="${place}?cursor=${next}" rel="next">Older pictures</a>\n`}</nav>
`
  return html`${heading}<ul class="pictures">
${items.map(pictureInGrid)}</ul>
${(next !== undefined || !isFirst) && pages}`
}

function pictureInGrid(image: Image): Html {
  const name = image.title ?? image.description ?? 'Untitled'
  return html`<li><a href="${place}/${image.id}"><img${attributes({ src: addressOf(image, 'thumbnail'), alt: '', loading: 'lazy' })}>
<span class="name"><bdi>${name}</bdi></span></a> <span class="hint">${image.public ? 'public' : 'private'}</span></li>
`
}

/** Without HEIC, so that browsers of Apple send photos as JPEG. */
const acceptedTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** The form that stores a picture. The script accepts dropped files, scales large ones down and shows the progress. */
export function uploadForm(
  controls: Controls,
  csrfToken: string,
  { maxBytes, description, error }: { maxBytes: number; description: string; error: ApiError | undefined },
): Html {
  return controls.form(
    place,
    csrfToken,
    html`${controls.textField({
      label: 'What it shows',
      name: 'description',
      hint: 'A description for people who cannot see the picture. You can change it later.',
      error,
      input: { value: description, maxlength: 1000 },
    })}<div class="drop" data-drop>
${controls.textField({
  label: 'New picture',
  name: 'file',
  path: 'data',
  hint: `A ${acceptedFormats} of at most ${sizeText(maxBytes)}. Pictures of more than 8 megapixels are scaled down; an AVIF picture cannot be larger. The picture is private until you publish it.`,
  error,
  input: { type: 'file', required: true, accept: acceptedTypes, 'data-max-bytes': maxBytes },
})}</div>
<button>Store the picture</button>
<p role="status" data-status></p>
<progress max="100" value="0" aria-label="Upload" hidden></progress>
`,
    { enctype: 'multipart/form-data', 'data-upload': 'picture' },
  )
}

import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import type { Controls } from '#runtime/kit/site.ts'
import type { Image } from '../results.ts'
import { addressOf, altOf, place } from './grid-page.ts'

interface Shown {
  readonly timeZone: string
  readonly csrfToken: string
  readonly error: ApiError | undefined
}

/** One of the reader's own pictures, with forms for everything that can be changed. */
export function picturePage(controls: Controls, image: Image, { timeZone, csrfToken, error }: Shown): Html {
  const { width_px: width, height_px: height, type } = image
  return html`<figure class="picture">
<a href="${addressOf(image, 'full')}"><img${attributes({ src: addressOf(image, '1024'), alt: altOf(image), width, height })}></a>
<figcaption class="caption">${width} × ${height} pixels, ${sizeText(image.size_bytes)}, ${type}, stored ${controls.moment(Date.parse(image.created), timeZone)}</figcaption>
</figure>
${sharing(controls, image, csrfToken)}${editing(controls, image, csrfToken, error)}<p><a href="${place}/${image.id}/delete">Delete this picture</a></p>
<p><a href="${place}">All pictures</a></p>
`
}

function sharing(controls: Controls, { id, url, public: isPublic }: Image, csrfToken: string): Html {
  const [action, state] = isPublic
    ? [
        'Make private',
        html`This picture is public: anyone with its address can see it, and everyone with an account can find it in lists.`,
      ]
    : ['Publish', html`This picture is private: only you can see it.`]
  return html`<h2>Who can see it</h2>
<p>${state}</p>
${isPublic && html`<p><a class="long" href="${url}">${url}</a></p>\n`}${controls.form(
  `${place}/${id}/share`,
  csrfToken,
  html`<input type="hidden" name="public" value="${isPublic ? 'false' : 'true'}">
<button class="second">${action}</button>
`,
)}`
}

function editing(controls: Controls, image: Image, csrfToken: string, error: ApiError | undefined): Html {
  const field = (label: string, name: string, value: string | undefined, hint: string, maxlength: number) =>
    controls.textField({ label, name, hint, error, input: { value: value ?? '', maxlength, dir: 'auto' } })
  return html`<h2>Title, description and tags</h2>
${controls.form(
  `${place}/${image.id}`,
  csrfToken,
  html`${field('Title', 'title', image.title, 'Up to 200 characters. If you leave this empty, the title does not change.', 200)}${field(
    'What it shows',
    'description',
    image.description,
    'A description for people who cannot see the picture. If you leave this empty, the description does not change.',
    1000,
  )}${field('Tags', 'tags', image.tags.join(', '), 'Up to 30 tags, separated by commas.', 2500)}<button>Save</button>
`,
)}`
}

/** Asks before a picture is deleted. */
export function deletionPage(controls: Controls, image: Image, csrfToken: string): Html {
  const what = image.title ?? image.description ?? 'this picture'
  return html`<figure class="picture small">
<img${attributes({ src: addressOf(image, 'thumbnail'), alt: altOf(image) })}>
</figure>
<p>This deletes <b class="long"><bdi>${what}</bdi></b> (${sizeText(image.size_bytes)}). This cannot be undone, and its address will stop working.</p>
${controls.form(`${place}/${image.id}/delete`, csrfToken, html`<button class="danger">Delete the picture permanently</button>\n`)}<p><a href="${place}/${image.id}">Keep it</a></p>
`
}

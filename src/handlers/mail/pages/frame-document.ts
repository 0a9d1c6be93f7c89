import type { InlinePicture } from '../parsing/parsed-message.ts'

/** Characters of all pictures in a document, which may name the same picture any number of times. */
export const maxPictureCharacters = 12 * 1024 * 1024

/**
 * The document of the frame that shows the HTML of a message. Links open a new tab, because in the frame they would fail. `link`
 * and `meta` are disabled, because they could connect to the sender's server or redirect.
 *
 * @param pictures attached to the message, embedded wherever the document names them, until the bound is reached
 */
export function frameDocument(html: string, pictures: readonly InlinePicture[]): string {
  const shown = withPictures(html, pictures)
    .replace(/<(?=(?:link|meta)(?![a-z0-9-]))/gi, '<x-')
    .replace(/<a\s/gi, '<a target="_blank" rel="noopener noreferrer" ')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Message</title><meta name="viewport" content="width=device-width"><style>html{background:#fff;color:#111;font:16px/1.5 system-ui,sans-serif}body{margin:12px;overflow-wrap:anywhere}img{max-width:100%;height:auto}</style></head><body>${shown}</body></html>`
}

function withPictures(html: string, pictures: readonly InlinePicture[]): string {
  if (pictures.length === 0) return html
  const addresses = new Map(pictures.map(({ id, address }) => [id, address]))
  let left = maxPictureCharacters
  return html.replace(/\bcid:([^\s"'<>()]{1,998})/gi, (named, id: string) => {
    const address = addresses.get(id)
    if (address === undefined || address.length > left) return named
    left -= address.length
    return address
  })
}

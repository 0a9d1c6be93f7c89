import { iso } from '#runtime/base/clock.ts'
import type { Examples } from '#runtime/outbound/description.ts'

const dayMs = 86_400_000

/** A drive with two files. */
export const driveExamples: Examples = ({ path, query }, nowMs) => {
  const document = {
    id: '1oQ7fXk2vR9mZc4Lw8Yt3Bn6Hd5Js0Pa',
    name: 'Orchard plan',
    mimeType: 'application/vnd.google-apps.document',
    modifiedTime: iso(nowMs - 2 * dayMs),
    webViewLink: 'https://docs.google.com/document/d/1oQ7fXk2vR9mZc4Lw8Yt3Bn6Hd5Js0Pa/edit',
  }
  const harvest = {
    id: '0Bz9kLm3nQp5rSt7uVw9xYz1aBc3dEf5g',
    name: 'harvest-2026.csv',
    mimeType: 'text/csv',
    size: '58',
    modifiedTime: iso(nowMs - 9 * dayMs),
    webViewLink: 'https://drive.google.com/file/d/0Bz9kLm3nQp5rSt7uVw9xYz1aBc3dEf5g/view',
  }
  if (path === '/drive/v3/files') return { json: { files: [document, harvest] } }
  if (path === `/drive/v3/files/${document.id}/export`) {
    const body =
      'Orchard plan\n\nRow 1: Bramley, Cox, Cox. Row 2: Egremont Russet, Quince. Leave the west corner to the bees.'
    return { body, contentType: 'text/plain; charset=utf-8' }
  }
  const file = [document, harvest].find(({ id }) => path === `/drive/v3/files/${id}`)
  if (!file) return undefined
  if (query.get('alt') !== 'media') return { json: file }
  return { body: 'tree,kg\nBramley,41\nCox,23\nEgremont Russet,18\nQuince,12\n', contentType: 'text/csv' }
}

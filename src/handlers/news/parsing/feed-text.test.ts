import { expect, test } from 'vitest'
import { feedText } from './feed-text.ts'

const declared = (charset: string) => `<?xml version="1.0" encoding="${charset}"?><t>`
const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string, isBig = false) =>
  isBig ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')

test.each<[string, Buffer, string | undefined, string]>([
  ['UTF-8 without a label', Buffer.from('Café 東京'), undefined, 'Café 東京'],
  ['UTF-8 labelled as Latin-1', Buffer.from('Café'), 'text/xml; charset=iso-8859-1', 'Café'],
  ['Latin-1 labelled as UTF-8', latin('Café, déjà'), 'text/xml; charset=utf-8', 'Café, déjà'],
  ['Latin-1 that declares itself', latin(`${declared('iso-8859-1')}Café`), 'text/xml', `${declared('iso-8859-1')}Café`],
  [
    'Cyrillic that declares itself, in a response labelled as UTF-8',
    Buffer.from([...latin(declared('koi8-r')), 0xcd, 0xc9, 0xd2]),
    'text/xml; charset=utf-8',
    `${declared('koi8-r')}мир`,
  ],
  ['a charset that does not exist', latin('Café'), 'text/xml; charset=foo', 'Café'],
  [
    'one broken sequence in UTF-8',
    Buffer.concat([Buffer.from('東京'), Buffer.from([0xe6, 0x9d])]),
    undefined,
    '東京\ufffd',
  ],
  ['ISO-2022-JP, which has ASCII only', Buffer.from('\u001b$B$"\u001b(B'), 'text/xml; charset=iso-2022-jp', 'あ'],
  ['UTF-16 without a byte order mark', utf16('<t>é'), 'text/xml', '<t>é'],
  ['UTF-16 of the other order', utf16('<t>é', true), 'text/xml; charset=utf-8', '<t>é'],
  ['UTF-16 with a byte order mark', utf16('\ufeff<t>é'), undefined, '<t>é'],
  ['ASCII labelled as UTF-16', Buffer.from('<t>e'), 'text/xml; charset=utf-16', '<t>e'],
  ['nothing', Buffer.alloc(0), undefined, ''],
])('a feed in %s', (_name, bytes, contentType, expected) => {
  expect(feedText(bytes, contentType)).toBe(expected)
})

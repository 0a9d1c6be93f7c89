import type { Examples } from '#runtime/outbound/description.ts'

const records: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  hadith: {
    ID: 7,
    Book: 'Revelation',
    BookNumber: 1,
    Number: 1,
    Narrator: 'An example narrator',
    Text: 'An example of a saying in the form that the provider sends.',
    Arabic: 'مثال',
    Grade: 'Sahih',
  },
  salihin: { ID: 3, Book: 'Sincerity', Number: 1, Narrator: '', Text: 'An example of a saying.', Arabic: '' },
  ghazali: {
    ID: 12,
    Slug: 'the-book-of-knowledge',
    Volume: 1,
    VolumeTitle: 'Acts of Worship',
    Chapter: 'The Book of Knowledge',
    Part: 1,
    Content: 'An example of a chapter in translation.',
  },
  islamqa: {
    ID: 5,
    Slug: 'what-is-islam',
    Category: 'Basics',
    Question: 'What is an example?',
    Answer: 'An example of an answer that was written in English.',
  },
  adhkar: {
    ID: 9,
    Slug: 'before-sleeping',
    Category: 'Night',
    Title: 'Before sleeping',
    Arabic: 'مثال',
    Transliteration: 'mithal',
    Translation: 'An example of words of remembrance.',
    Notes: 'An example of a note.',
    Benefits: 'An example of a benefit.',
    Source: 'Example collection 1',
  },
  seerah: {
    Title: 'An example, page 8',
    Content: 'An example of a page in translation.',
    Page: 8,
    Author: 'Safiur Rahman al-Mubarakpuri',
    Translator: 'Issam Diab',
  },
}

/** Example responses of aslam.org for a passage; paths that end with 404 are not found. */
export const aslamExamples: Examples = ({ path, query }) => {
  if (path !== '/api/resource') return undefined
  const passage = query.get('path') ?? ''
  const kind = passage.split('/')[1] ?? ''
  const record = records[kind]
  if (!record) return { status: 400, json: { error: 'unknown knowledge resource' } }
  if (passage.endsWith('404')) return { status: 404, json: { error: 'resource not found' } }
  return { json: { kind, source: kind, url: `https://aslam.org${passage}`, resource: record } }
}

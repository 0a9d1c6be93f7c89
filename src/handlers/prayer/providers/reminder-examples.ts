import type { Examples } from '#runtime/outbound/description.ts'

/** Example responses of reminder.dev. The fifth book has a saying with all fields, one with few, and one without a text. */
export const reminderExamples: Examples = ({ path }) => {
  const [, book] = /^\/api\/hadith\/(\d{1,2})$/.exec(path) ?? []
  if (book === undefined) return undefined
  const number = Number(book)
  const hadiths = [
    {
      number: 248,
      narrator: 'Narrated `Aisha:',
      english: 'An example of a saying about washing, in the form that the provider sends.',
      arabic: 'مِثَالٌ لِحَدِيثٍ',
      chain: 'An example of a chain of narrators',
      info: 'Volume 1, Book 5, Number 248',
      by: 'Narrated `Aisha:',
      text: 'An example of a saying about washing, in the form that the provider sends.',
    },
    { number: 249, narrator: '', english: '  An example without a narrator.  ', arabic: '' },
    { number: 250, narrator: 'Narrated Maimuna:', english: '', arabic: '' },
  ]
  return {
    json: {
      name: number === 5 ? 'Bathing (Ghusl)' : `Book ${number}`,
      number,
      hadiths: number === 5 ? hadiths : hadiths.slice(0, 1),
    },
  }
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../testing/any-character.ts'
import { fold, foldedPieces, runTokens, searchParts, searchText } from './normalise.ts'

const anyText = fc.string({ unit: anyCharacter, maxLength: 60 })

describe('the words of a text', () => {
  test.each([
    ['Straße STRASSE', ['strasse', 'strasse']],
    ['Łódź, Ærø & Þór', ['lodz', 'aero', 'thor']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['İstanbul ISPARTA ısı', ['istanbul', 'isparta', 'isi']],
    ['ﬁne Ｆｕｌｌ ①', ['fine', 'full', '1']],
    ['e\u0301t\u00e9', ['ete']],
    ['عَرَبِيّ', ['عربي']],
    ['हिन्दी', ['हिन्दी']],
    ['한국어 단어', ['한국어', '단어']],
    ["it's foo_bar@example.com -1.5 C++", ['it', 's', 'foo', 'bar', 'example', 'com', '1', '5', 'c']],
    ['"a" AND b* NEAR(c) OR NOT d:e', ['a', 'and', 'b', 'near', 'c', 'or', 'not', 'd', 'e']],
    ['🎉 \uE000 … — \u0301', []],
  ])('%s', (text, words) => {
    expect(searchText(text)).toEqual({ words, runs: [] })
  })

  test('scripts without spaces become runs, separate from the words around them', () => {
    expect(searchText('iPhone用の新しいOS、東京タワー')).toEqual({
      words: ['iphone', 'os'],
      runs: ['用の新しい', '東京タワー'],
    })
    expect(searchText('ภาษาไทย ok ພາສາ')).toEqual({ words: ['ok'], runs: ['ภาษาไทย', 'ພາສາ'] })
    expect(searchText('ｶﾞ カ\u3099')).toEqual({ words: [], runs: ['ガ', 'ガ'] })
  })

  test('are the same for a capital sharp s as for the small one', () => {
    expect([searchText('STRAẞE'), searchText('straße')]).toEqual([searchText('strasse'), searchText('strasse')])
  })

  test('tokenizing them again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = searchText(text)
        expect(searchText(once.words.join(' '))).toEqual({ words: once.words, runs: [] })
        expect(searchText(once.runs.join(' '))).toEqual({ words: [], runs: once.runs })
      }),
      { numRuns: 2000 },
    )
  })

  test('do not depend on case or on how accents are encoded', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(searchText(text.normalize('NFD'))).toEqual(searchText(text.normalize('NFC')))
        expect(searchText(text.toUpperCase().toLowerCase())).toEqual(searchText(text.toLowerCase().toUpperCase()))
      }),
    )
  })

  test('contain nothing that either database would parse as syntax or as a separator', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { words, runs } = searchText(text)
        for (const token of [...words, ...runs.flatMap((run) => [...runTokens(run)])])
          expect(token).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
        for (const word of words) expect(Array.from(word).length).toBeLessThanOrEqual(64)
      }),
      { examples: [['𠀀᧠'], ['東京、大阪。カタカナ・ひらがな「」'], ['ខ្មែរ។ខ']] },
    )
  })
})

describe('a long text', () => {
  const unit = fc.constantFrom(
    ...[
      'e',
      '\u0301',
      '\u0323',
      ' ',
      'ß',
      'Σ',
      'ᄀ',
      'ᅡ',
      'ᆨ',
      'ㅏ',
      'ﾡ',
      'ｶ',
      'ﾞ',
      'क',
      '\u093c',
      '日',
      '\u3099',
      'ﷺ',
      '𠮷',
      '👩',
      '\ud83d',
      'ﬁ',
      'a',
    ],
  )
  const longText = fc
    .tuple(fc.nat(20), fc.array(unit, { minLength: 1, maxLength: 40 }))
    .map(([shift, units]) => 'x'.repeat(1024 - shift) + units.join('').repeat(60))

  test('is folded in pieces with the same result as at once', () => {
    fc.assert(
      fc.property(longText, (text) => {
        expect([...foldedPieces(text)].join('')).toBe(fold(text))
      }),
    )
  })

  test('has the same parts wherever a piece ends', () => {
    fc.assert(
      fc.property(longText, fc.nat(3), (text, shift) => {
        const shifted = searchText(`${'.'.repeat(shift * 300)}${text}`)
        expect(shifted).toEqual(searchText(text))
      }),
    )
  })

  test('is tokenized in steps of one piece, even if one character becomes eighteen', () => {
    for (const text of ['ﷺ'.repeat(20_000), '㌀'.repeat(20_000), 'x'.repeat(20_000)]) {
      let steps = 0
      for (const part of searchParts(text)) if (part === undefined) steps += 1
      expect(steps).toBeGreaterThanOrEqual(15)
      expect(Math.max(...[...foldedPieces(text)].map(({ length }) => length))).toBeLessThan(20_000)
    }
  })
})

describe('the tokens of a run', () => {
  test('contain every pair of neighbours and the last character', () => {
    expect([...runTokens('日本語')]).toEqual(['日本', '本語', '語'])
    expect([...runTokens('𠮷野')]).toEqual(['𠮷野', '野'])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTokens, searchText } from './normalise.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

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

  test('scripts without spaces come as runs, apart from the words around them', () => {
    expect(searchText('iPhone用の新しいOS、東京タワー')).toEqual({
      words: ['iphone', 'os'],
      runs: ['用の新しい', '東京タワー'],
    })
    expect(searchText('ภาษาไทย ok ພາສາ')).toEqual({ words: ['ok'], runs: ['ภาษาไทย', 'ພາສາ'] })
    expect(searchText('ｶﾞ カ\u3099')).toEqual({ words: [], runs: ['ガ', 'ガ'] })
  })

  test('taking them apart again changes nothing', () => {
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

  test('hold nothing that either database would read as syntax or as a separator', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { words, runs } = searchText(text)
        for (const token of [...words, ...runs.flatMap(runTokens)]) expect(token).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
        for (const word of words) expect(Array.from(word).length).toBeLessThanOrEqual(64)
      }),
    )
  })
})

describe('the tokens of a run', () => {
  test('hold every pair of neighbours and the last character', () => {
    expect(runTokens('日本語')).toEqual(['日本', '本語', '語'])
    expect(runTokens('𠮷野')).toEqual(['𠮷野', '野'])
  })
})

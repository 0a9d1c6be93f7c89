import { expect, test } from 'vitest'
import { findInProject, findWords, words } from './words.ts'

test.each<[string, string[]]>([
  ['const toldAlike = 1', ['told', 'alike']],
  ['GIVES_BACK', ['gives back']],
  ['Whoever asks', ['whoever']],
  ['// stored by\n  // itself', ['by itself']],
  ['Names, too.', [', too']],
  ['the stolen folder, tells-apart', ['tells']],
  ['toldo, retell, hearing, too many', []],
  ['a row at a time', []],
])('%j has %j', (text, found) => {
  expect(findWords('src/a.ts', text).map(({ word }) => word)).toEqual(found)
})

test('a word in the name of a file or folder is found, with line 0', () => {
  expect(findWords('src/told-alike.ts', 'line\nhears')).toEqual([
    { path: 'src/told-alike.ts', line: 0, word: 'told' },
    { path: 'src/told-alike.ts', line: 0, word: 'alike' },
    { path: 'src/told-alike.ts', line: 2, word: 'hears' },
  ])
})

test('no text has a word that makes a native reader stumble', () => {
  const hits = findInProject().map(({ path, line, word }) => `${path}:${line}: ${word}, better: ${words[word]}`)
  expect(hits).toEqual([])
})

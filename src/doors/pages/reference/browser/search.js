// @ts-nocheck: it runs in browsers, and the types here are those of Node.
import MiniSearch from './minisearch.js'

/** Words of a text: names such as `notes.add` and `departure.delay_s` are found whole and by their parts. */
function wordsOf(text) {
  const names = text.match(/[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu) ?? []
  return names.flatMap((name) => [...new Set([name, ...name.split('.'), ...name.split(/[._-]+/)])].filter(Boolean))
}

const minFuzzyChars = 4
const maxShown = 6
const groups = ['Methods', 'Guides', 'Settings', 'Errors', 'Types']

const index = new MiniSearch({
  fields: ['title', 'note', 'words'],
  storeFields: ['group', 'title', 'note', 'url'],
  tokenize: wordsOf,
  searchOptions: {
    tokenize: (text) => text.split(/\s+/),
    boost: { title: 4, note: 2 },
    // Single letters begin too many words: a key would take longer than a person notices.
    prefix: (word, _at, words) => word.length > 1 || words.length === 1,
    // One wrong letter in five, but none in a short word.
    fuzzy: (word) => (word.length < minFuzzyChars ? false : 0.2),
    combineWith: 'AND',
  },
})

let filled

/**
 * Loads the index at the first call, and again after one that failed.
 *
 * @returns searches it
 */
export async function openSearch() {
  filled ??= fill()
  await filled.catch((failure) => {
    filled = undefined
    throw failure
  })
  return find
}

async function fill() {
  const response = await fetch(new URL('./search.json', import.meta.url))
  if (!response.ok) throw new Error(`The search index could not be loaded: status ${response.status}`)
  index.addAll((await response.json()).map((entry, id) => ({ ...entry, id })))
}

/**
 * The best results for a phrase, under the headings of their kinds; the kind with the best result comes first.
 *
 * @returns {{ group: string, results: { title: string, note: string, url: string }[] }[]}
 */
function find(phrase) {
  const typed = phrase.trim().toLowerCase()
  const found = index.search(typed, typed.length === 1 ? { fields: ['title'] } : {})
  const best = (group) => found.find((each) => each.group === group)?.score ?? 0
  return groups
    .map((group) => ({ group, results: found.filter((each) => each.group === group).slice(0, maxShown) }))
    .filter(({ results }) => results.length > 0)
    .toSorted((a, b) => best(b.group) - best(a.group))
}

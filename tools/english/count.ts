/** Prints each word of words.ts that is found, and how many there are: `node tools/english/count.ts src/handlers/mail` */
import { findInProject, words } from './words.ts'

const hits = findInProject(process.argv[2])
for (const { path, line, word } of hits) console.log(`${path}:${line}: ${word} (${words[word]})`)

const areaOf = (path: string): string => /^(?:src\/(?:\w+\/(?=.*\/))?)?[^/]+/.exec(path)?.[0] ?? path
const areas = Map.groupBy(hits, ({ path }) => areaOf(path))
console.log()
for (const [area, found] of areas) console.log(`${String(found.length).padStart(5)} ${area}`)
console.log(`${String(hits.length).padStart(5)} in all`)

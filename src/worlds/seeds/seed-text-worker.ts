import { parentPort, workerData } from 'node:worker_threads'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { SeedReading } from './seed-text.ts'

const maxDepth = 64
const maxAliases = 100

class Fault extends Error {}

parentPort?.postMessage(read(workerData as string))

function read(text: string): SeedReading {
  const lines = new LineCounter()
  const placeOf = (offset: number): [number, number] => {
    const { line, col } = lines.linePos(offset)
    return [line, col]
  }
  const at = (offset: number) => `line ${placeOf(offset).join(', column ')}`
  try {
    // The parser looks for equal keys by comparing each with all others.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
    const [error] = document.errors
    if (error) return { fault: `${at(error.pos[0])}: ${sentenceOf(error.message)}` }
    const places = new Map<string, [number, number]>()
    const visit = (node: unknown, path: string, depth: number): void => {
      const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
      if (!places.has(path)) places.set(path, placeOf(offset))
      if (depth > maxDepth) throw new Fault(`${at(offset)}: more than ${maxDepth} levels.`)
      if (isSeq(node)) for (const [index, item] of node.items.entries()) visit(item, `${path}/${index}`, depth + 1)
      if (!isMap(node)) return
      for (const { key, value } of node.items) {
        const keyAt = isNode(key) ? (key.range?.[0] ?? offset) : offset
        if (!isScalar(key)) throw new Fault(`${at(keyAt)}: a key must be a text.`)
        const member = `${path}/${String(key.value)}`
        if (places.has(member)) throw new Fault(`${at(keyAt)}: the key ${String(key.value)} occurs twice.`)
        places.set(member, placeOf(keyAt))
        visit(value, member, depth + 1)
      }
    }
    visit(document.contents, '', 0)
    return { value: document.toJS({ maxAliasCount: maxAliases }), places }
  } catch (failure) {
    if (failure instanceof Fault) return { fault: failure.message }
    return { fault: `It cannot be read: ${sentenceOf((failure as Error).message)}` }
  }
}

/** The parser is recursive, and reports the end of its stack as it was thrown. */
function sentenceOf(message: string): string {
  return message.includes('call stack') ? 'it is nested too deeply.' : `${message}.`
}

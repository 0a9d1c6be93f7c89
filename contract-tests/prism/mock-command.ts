import { longAddresses, prismScript } from '../../src/testing/prism.ts'
import { writeMockDocument } from './document.ts'

/** The command that serves the document's examples. */
export function mockCommand(port: number, more: readonly string[] = []): string[] {
  return [longAddresses, prismScript, 'mock', '--port', String(port), ...more, writeMockDocument()]
}

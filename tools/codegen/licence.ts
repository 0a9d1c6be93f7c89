import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The licence of the runtimes of the clients, which asks that its text accompanies every copy. */
export const licenceText = (): Promise<string> => readFile(join(import.meta.dirname, '../../LICENSE'), 'utf8')

/** The writers of recordings that the sandbox runs, by the names of their forms. */
import { arazzoWorkflow } from './arazzo.ts'
import { goTest } from './go.ts'
import { pythonTest } from './python.ts'
import { typescriptTest } from './typescript.ts'

export const writers = { arazzo: arazzoWorkflow, typescript: typescriptTest, python: pythonTest, go: goTest }

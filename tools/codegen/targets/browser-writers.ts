/** The writers of samples that the reference runs in browsers, by the names of their languages. */
import { cliSample } from './samples/cli.ts'
import { curlSample } from './samples/curl.ts'
import { mcpSample } from './samples/mcp.ts'
import { pythonSample } from './samples/python.ts'
import { typescriptSample } from './samples/typescript.ts'

export const writers = {
  curl: curlSample,
  typescript: typescriptSample,
  python: pythonSample,
  cli: cliSample,
  mcp: mcpSample,
}

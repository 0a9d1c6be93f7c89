import { type Document, sampleUrl } from '#runtime/base/openapi.ts'
import { quoted } from '../../../../src/doors/cli/calls/spelling.ts'
import type { OperationFacts } from '../../operations.ts'
import { toolName } from '../mcp/index.ts'
import { sendsToken } from './access.ts'
import { tokenHeader } from './curl.ts'
import { jsonOf } from './layout.ts'

/**
 * A curl command for a POSIX shell that calls an operation as a tool of MCP and prints the JSON-RPC response: it can be
 * run without an MCP client, and shows the request to those who have one. The server is at `http://localhost:8080`; the
 * token is read from `ONEDOOR_TOKEN`.
 */
export function mcpSample(_document: Document, operation: OperationFacts, args: Record<string, unknown>): string {
  const params = { name: toolName(operation.id), arguments: args }
  return [
    `curl ${sampleUrl}/mcp`,
    ...(sendsToken(operation) ? [tokenHeader] : []),
    "-H 'Content-Type: application/json'",
    "-H 'Accept: application/json, text/event-stream'",
    "-H 'MCP-Protocol-Version: 2025-11-25'",
    `-d ${quoted(jsonOf({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))}`,
  ].join(' \\\n  ')
}

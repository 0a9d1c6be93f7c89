/**
 * Values of node:http. To import them from there makes Node load the client behind its global `fetch`, because every name of
 * the module becomes an export, also `WebSocket`: 12 MB, and a tenth of the start.
 */
export const { Agent, createServer, request, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http')

import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { CallLog } from '../../src/runtime/calls/log/call-log.ts'
import { prepareNotes } from './notes-database.ts'

/** The product as it is, with its call log on or off, its log at warn like the peer's, unless BENCH_LOG_LEVEL says otherwise. */
const config = loadConfig({
  ...process.env,
  PORT: '0',
  LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'warn',
  LIMIT_ACCOUNT_PER_MINUTE: '999999999',
})
const token = await prepareNotes(config.dataDir)
const server = await startServer({ config })
process.send?.({ port: server.config.port, token })
const { begin } = CallLog.prototype
process.on('message', ({ callLog }: { callLog: boolean }) => {
  CallLog.prototype.begin = callLog ? begin : () => undefined
  process.send?.({ callLog })
})

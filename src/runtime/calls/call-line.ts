import { type DestinationStream, symbols } from 'pino'
import { type Log, timeMember } from '../base/log.ts'

/** What the line of a finished call says. */
export interface CallFacts {
  readonly requestId: string
  readonly operation: string
  readonly code: string
  readonly durationMs: number
}

type Line = (facts: CallFacts, message: string) => void

const infoLevel = 30
/** Ids that JSON holds as they are, and that cannot be taken for a secret. */
const plainId = /^(?!.*od_)[A-Za-z0-9._-]{1,64}$/

/** The parts of a logger that a line is made of. */
interface Parts {
  readonly [symbols.lsCacheSym]: Readonly<Record<number, string>>
  readonly [symbols.chindingsSym]: string
  readonly [symbols.streamSym]: DestinationStream & { [symbols.needsMetadataGsym]?: boolean; lastLevel?: number }
}

/**
 * Writes the lines of finished calls: the very lines that `log.info` would write. One is written for every call, always of the
 * same fields, none of which can hold a secret, so that the logger's own way would be most of what the line costs.
 */
export function createCallLines(log: Log): Line {
  const parts = log as unknown as Parts
  const stream = parts[symbols.streamSym]
  const head = parts[symbols.lsCacheSym][infoLevel]
  const bindings = parts[symbols.chindingsSym]
  return (facts, message) => {
    const { requestId, operation, code, durationMs } = facts
    if (!plainId.test(requestId)) return log.info(facts, message)
    if (stream[symbols.needsMetadataGsym]) stream.lastLevel = infoLevel
    stream.write(
      `${head}${timeMember()}${bindings},"requestId":"${requestId}","operation":"${operation}","code":"${code}","durationMs":${durationMs},"msg":"${message}"}\n`,
    )
  }
}

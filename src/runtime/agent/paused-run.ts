import type { ModelAnswer, ModelMessage, ToolResult } from '../outbound/models/types.ts'
import type { Choice } from '../policy/types.ts'
import type { AgentCallRecord } from './types.ts'

/** A run that waits for a person, as data: another process can go on with it. */
export interface PausedRun {
  readonly requestId: string
  /** Everything before the answer whose calls are being made. */
  readonly messages: readonly ModelMessage[]
  readonly answer: Pick<ModelAnswer, 'message' | 'toolCalls'>
  /** Of the calls of that answer before the one that waits. */
  readonly results: readonly ToolResult[]
  readonly records: readonly AgentCallRecord[]
  readonly microCredits: number
  /** Whether the model had read untrusted text when it requested these calls. */
  readonly wasTainted: boolean
  readonly trust: PausedTrust
  /** Whether what was decided about the call that had to wait has taken effect. */
  readonly isDecided?: boolean
  /** The mark around data in the messages. */
  readonly mark: string
}

/** What a run knew about its request. It does not remember links: after a pause each one needs approval again. */
export interface PausedTrust {
  readonly prompt: string
  readonly choices: readonly Choice[]
  readonly isTainted: boolean
  readonly run: string
}

/** The run waits for a person, or another process has gone on with it. */
export class RunWaits extends Error {
  constructor() {
    super('The run waits for an approval')
    this.name = 'RunWaits'
  }
}

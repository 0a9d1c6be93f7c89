import type { OperationId } from '#generated/server/operations.ts'

/**
 * Writes whose handlers change something besides the store of their call: they send, run programs, or store bytes before the row. An
 * approval is used before they begin; for all others, in the transaction of the change.
 */
export const changesElsewhere: ReadonlySet<string> = new Set([
  'agent.ask',
  'agent.ask_named',
  'agent.decide',
  'apps.build',
  'apps.edit',
  'files.delete',
  'files.put',
  'images.delete',
  'images.generate',
  'images.upload',
  'mail.send',
  'notify.send',
  'payments.topup',
  'shell.run',
  'shell.write',
  'sms.send',
  'sms.verify',
] satisfies OperationId[])

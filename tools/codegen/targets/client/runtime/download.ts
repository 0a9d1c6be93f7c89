import { isSuccess } from './answer.ts'
import type { Arguments, Operation } from './operation.ts'
import type { Transport } from './transport.ts'
import type { CallOptions } from './types.ts'

/** The response with its body unread. */
export async function download(
  transport: Transport,
  id: string,
  operation: Operation,
  args: Arguments = {},
  options: CallOptions = {},
): Promise<unknown> {
  const answer = await transport.send(id, operation, args, options, { accept: '*/*', opens: true })
  if (!isSuccess(answer)) throw transport.errorOf(id, answer)
  return answer.body
}

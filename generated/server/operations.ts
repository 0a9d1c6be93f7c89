// Written by `npm run generate` from spec/. Do not edit.
export type OperationId =
  | 'notes.add'
  | 'notes.delete'
  | 'notes.get'
  | 'notes.list'

export const families = ["notes"] as const

export type Family = (typeof families)[number]

/** One operation as the runtime reads it. Amounts are micro-credits, sizes bytes. */
export interface Operation {
  readonly id: OperationId
  readonly family: Family
  readonly method: string
  readonly verb: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  readonly needs: 'open' | 'caller' | 'account'
  readonly kind: 'read' | 'write'
  readonly retry: 'safe' | 'idempotent' | 'unsafe'
  readonly microCredits: number
  readonly withheld: boolean
  readonly bodyCapBytes: number
  readonly provider?: string
  readonly capability?: string
  readonly formOf?: OperationId
  readonly envelope: 'result' | 'bare'
  readonly errorForm: 'tools' | 'legacy'
  readonly hasBody: boolean
  readonly listArguments: readonly string[]
}

export const operations: readonly Operation[] = [
  {"id":"notes.add","family":"notes","method":"add","verb":"POST","path":"/api/v1/notes/add","summary":"Write a note","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":{"isInteger":true},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"notes.delete","family":"notes","method":"delete","verb":"POST","path":"/api/v1/notes/delete","summary":"Delete a note","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":1048576,"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"notes.get","family":"notes","method":"get","verb":"GET","path":"/api/v1/notes/get","summary":"Read a note","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":1048576,"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"notes.list","family":"notes","method":"list","verb":"GET","path":"/api/v1/notes/list","summary":"List notes","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":1048576,"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
]

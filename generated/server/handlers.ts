// Written by `npm run generate` from spec/. Do not edit.
import type { operations } from './types.ts'
import type { OperationId } from './operations.ts'

type Simplify<T> = { [Key in keyof T]: T[Key] } & {}
type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>
type PathOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['path']>
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : unknown

type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The arguments of an operation after validation, defaults filled in. */
export type Args<Id extends OperationId> = Simplify<QueryOf<Id> & PathOf<Id> & BodyOf<Id>>

/** What a handler of the operation returns: the `result` where the answer has that envelope, else the whole body. */
export type Result<Id extends OperationId> = AnswerOf<Id> extends { result: infer Inner } ? Inner : AnswerOf<Id>

export type Handler<Id extends OperationId, Context> = (args: Args<Id>, ctx: Context) => Promise<Result<Id>> | Result<Id>

export interface NotesHandlers<Context> {
  add: Handler<'notes.add', Context>
  delete: Handler<'notes.delete', Context>
  get: Handler<'notes.get', Context>
  list: Handler<'notes.list', Context>
}

/** Every family's handlers, by name. */
export interface FamilyHandlers<Context> {
  notes: NotesHandlers<Context>
}

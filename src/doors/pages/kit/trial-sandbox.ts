import { type Html, html } from '#runtime/base/html.ts'
import { readerNow } from './reader.ts'

/**
 * How forms that try a method use a sandbox: in a world with the token of its first account; `offered` by a server that has
 * one beside it.
 */
export type TrialSandbox = 'offered' | { readonly username: string; readonly token: string }

/** The token that a form begins with. */
export function tokenOf(sandbox: TrialSandbox | undefined): string | undefined {
  return sandbox === undefined || sandbox === 'offered' || readerNow() !== 'nobody' ? undefined : sandbox.token
}

/** A choice, for anyone without an account, of a sandbox in place of this server; nothing where none is offered. */
export function sandboxChoice(sandbox: TrialSandbox | undefined, id: string): Html | undefined {
  if (sandbox !== 'offered' || readerNow() !== 'nobody') return undefined
  return html`<p><label for="${id}"><input type="checkbox" id="${id}" checked> Without a token, try it in a sandbox: a separate
server with example data, made for this tab</label></p>
`
}

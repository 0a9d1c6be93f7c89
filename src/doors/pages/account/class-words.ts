import type { ScopeClass } from '#runtime/accounts/scope-classes.ts'

/** What a person allows with each class of scopes. */
export const classWords: Readonly<Record<ScopeClass, { readonly name: string; readonly meaning: string }>> = {
  read: { name: 'Read', meaning: 'See what you have in these services, and look things up with them.' },
  write: { name: 'Write', meaning: 'Add, change, delete and publish in these services.' },
  send: { name: 'Send', meaning: 'Send messages to people, or requests to addresses on the internet.' },
  pay: { name: 'Pay', meaning: 'Spend your credits in these services, and give others access to what you have there.' },
}

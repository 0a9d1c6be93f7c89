import type { Request, Response, Router } from 'express'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { OperationId } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import type { attributes, Html } from '../base/html.ts'
import type { Log } from '../base/log.ts'

/** A whole page. */
export interface PageParts {
  readonly title: string
  /** One sentence for search engines and link previews. */
  readonly description: string
  readonly main: Html
  /** Style sheets and scripts of this server, besides those of every page. */
  readonly head?: Html
  /** Before everything else. */
  readonly banner?: Html | undefined
  /** The links at the end of the navigation, instead of the default ones for this reader. */
  readonly links?: Html
}

/** Lays out a whole page, as a document. */
export type Layout = (parts: PageParts) => string

/** A family's pages for everyone, with or without an account. */
export interface PublicPages {
  /** Their first path, such as `/hazards`. */
  readonly path: `/${string}`
  /** Their name on the start page. */
  readonly title: string
  /** What they show, as the rest of a line that begins with the title. */
  readonly description: string
  /** Their routes. Errors that they throw are also shown as pages. */
  readonly routes: Router
}

/** Creates a family's pages for everyone. Called with the first request for a page: its code can be loaded then. */
export type CreatePublicPages = (site: PublicSite) => PublicPages | Promise<PublicPages>

/** The dependencies of a family's pages for everyone. */
export interface PublicSite {
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
  readonly layout: Layout
  /**
   * A table whose rows become one block each on narrow screens.
   *
   * @param label the content of the table, for screen readers
   * @param rows the cells of each row; the first one names the row
   */
  table(label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html
  /**
   * Calls an operation for the reader of a page, as an anonymous caller from the reader's address: within the same limits as
   * any other call from there, so that a page is not a way around the cost of calls.
   *
   * @throws ApiError of the operation
   */
  call<Id extends OperationId>(req: Request, res: Response, id: Id, args: CallArgs<Id>): Promise<Result<Id>>
}

/** A family's own pages for people with an account. */
export interface FamilyPages {
  /** Their path below `/settings`, such as `/links`. */
  readonly path: `/${string}`
  /** Their name in the navigation. */
  readonly title: string
  /** Their routes below `/settings`; only people who have signed in get there, and every form is one of this server's. */
  readonly routes: Router
  /** Which of these routes take forms with a file. */
  readonly uploads?: readonly UploadPlace[]
}

/** Where a form with a file is sent. */
export interface UploadPlace {
  /** Below `/settings`, such as `/files`. */
  readonly path: `/${string}`
  /** The largest form, without its small fields. */
  readonly maxBytes: number
  /** The largest field besides the file, in bytes; 16 KiB if not given. */
  readonly maxFieldBytes?: number
}

/** The file of a form. */
export interface SentFile {
  /** The browser's name for it. */
  readonly name: string
  /** Read once. Fails if the form ends early. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Creates a family's pages. Called with the first request for a page: its code can be loaded then. */
export type CreateFamilyPages = (site: Site) => FamilyPages | Promise<FamilyPages>

/**
 * Creates a family's pages at their own address, such as `/chat`, for people who have signed in and for others. Forms on
 * them are checked like those among the settings. Called with the first request for a page.
 */
export type CreateVisitorPages = (site: Site) => PublicPages | Promise<PublicPages>

/** The dependencies of a family's pages. */
export interface Site {
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
  readonly log: Log
  readonly controls: Controls
  /** The reader of the page in this response. */
  visit(res: Response): Visit
}

/** The reader of a page: signed in, unless the page is for everyone. */
export interface Visit {
  /** The reader's account; undefined without one. */
  readonly reader: { readonly id: string; readonly username: string } | undefined
  /** The id of the reader's account. Throws if the reader has not signed in. */
  readonly accountId: string
  /** For the forms of the page. */
  readonly csrfToken: string
  /** The fields of a POST; empty if it was not a form. Undefined for a GET. */
  readonly form: FormValues
  /** The JSON of a script's POST; undefined if it was a form. */
  readonly json: unknown
  /** The file of the form; undefined if none was chosen, or if the form takes none. */
  readonly file: SentFile | undefined
  /** The zone in which this person reads times; UTC without an account. */
  timeZone(): Promise<string>
  /**
   * Calls an operation as this person, or as an anonymous caller from the reader's address, within the same limits as any other call. It costs nothing: looking at one's own page must
   * not use up credits.
   *
   * @param attached bytes besides the arguments, for an operation that takes them
   * @throws ApiError of the operation
   */
  call<Id extends OperationId>(id: Id, args: CallArgs<Id>, attached?: AsyncIterable<Uint8Array>): Promise<Result<Id>>
  /**
   * The same for what this person does by a form and pays for like any other caller, such as mail to outside addresses.
   *
   * @throws ApiError of the operation
   */
  pay<Id extends OperationId>(id: Id, args: CallArgs<Id>): Promise<Result<Id>>
  /** Records in the audit log that this person has connected an outside account. @param kind its name */
  recordConnection(kind: string): Promise<void>
  /** Records in the audit log what this administrator has done with a message of another account. */
  recordMail(
    action: 'mail_dropped' | 'mail_retried',
    about: { readonly subject: string; readonly detail: string },
  ): Promise<void>
  /** Sends a page, among the account's settings if it has a place there. */
  show(page: ShownPage, status?: number): void
}

export interface ShownPage {
  /** Also its heading. */
  readonly title: string
  /** One sentence for search engines and link previews, for a public page. */
  readonly description?: string
  /** Its place among the settings, as the navigation lists it: `/settings/links`. */
  readonly place?: string
  readonly main: Html
  /** The addresses of its style sheets on this server. */
  readonly styles?: readonly string[]
  /** The addresses of its scripts on this server. */
  readonly scripts?: readonly string[]
}

/** The values of a form as a browser sends them. */
export interface FormValues {
  /** The value of a field, the first if there are several; empty if it is missing. */
  text(name: string): string
  /** The values of all ticked boxes of that name. */
  all(name: string): string[]
  has(name: string): boolean
}

export type AttributeValues = Parameters<typeof attributes>[0]

/** A labelled control of a form. */
export interface Field {
  readonly label: string
  readonly name: string
  readonly hint?: string
  /** The error of the submitted form, which may be about this field. */
  readonly error?: ApiError | undefined
  /** The name of the value in `error`, if it differs from `name`. */
  readonly path?: string
}

export interface Box {
  readonly name: string
  readonly value: string
  readonly label: string | Html
  readonly checked?: boolean | undefined
}

/** The components of pages. */
export interface Controls {
  /** A form that is sent by POST; `others` are further attributes of the element. */
  form(action: string, csrfToken: string, content: Html, others?: AttributeValues): Html
  /** A line of text; `input` holds other attributes of the element. */
  textField(field: Field & { readonly input?: AttributeValues }): Html
  /** Several lines of text. */
  textArea(field: Field & { readonly value: string; readonly input?: AttributeValues }): Html
  /** A box to tick or one of several to choose. */
  choice(type: 'checkbox' | 'radio', box: Box): Html
  /** The error of the submitted form. */
  problem(error: ApiError | undefined): Html | undefined
  /** What the previously submitted form has done. */
  notice(text: string | undefined): Html | undefined
  /**
   * A table whose rows become cards on a narrow screen.
   *
   * @param label the content of the table, for screen readers
   * @param rows the cells of each row; the first one names the row
   */
  recordTable(label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html
  /** A moment in epoch milliseconds, in the reader's zone. */
  moment(ms: number, timeZone: string): Html
}

/**
 * Runs the action of a form.
 *
 * @returns the error to show with the form and what was typed, even if a provider or a setting is at fault; undefined if
 *   the action succeeded
 * @throws unexpected failures, and `internal`
 */
export async function faultOf(work: () => Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await work()
    return undefined
  } catch (failure) {
    if (failure instanceof ApiError && failure.code !== 'internal') return failure
    throw failure
  }
}

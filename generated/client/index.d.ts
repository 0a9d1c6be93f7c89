// Written by `npm run generate` from spec/. Do not edit.
import type { ClientOptions, Family, Method, MethodsOf, NoArgs, PagedMethod } from './runtime/types.js'

export { type ArgumentFault, type ErrorCode, OnedoorError } from './runtime/errors.js'
export type { CallOptions, ClientOptions, ErrorBody, Family, Method, NoArgs, PagedMethod, Payer, PaymentChallenge, RawAnswer, SessionOptions } from './runtime/types.js'

export interface PaymentsTopupArgs {
  /**
   * How many credits to buy. A credit costs 0.01 USD.
   *
   * @minimum 1
   * @maximum 1000000
   */
  credits: number
}

/** What was bought. */
export interface PaymentsTopUp {
  /** The credits that were added to the balance. */
  credits: number
}

export interface PaymentsMethods {
  /**
   * Buy credits
   *
   * Buys credits with an x402 payment. The first request is answered 402 with what to pay; the same request with the
   * payment adds the credits to the caller's balance, once a payment. The receipt is in `PAYMENT-RESPONSE`. The answer is
   * the object itself, without `result`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.payments.topup({ credits: 500 })
   */
  readonly topup: Method<PaymentsTopupArgs, PaymentsTopUp, PaymentsTopUp>
}

export interface AgentAskArgs {
  /**
   * What the agent is to do or to answer.
   *
   * @maxLength 30000
   */
  prompt: string
  /**
   * Id of the thread to continue. Omitted: a new thread begins.
   *
   * @maxLength 200
   */
  thread?: string
}

export interface AgentAsk_namedArgs {
  /**
   * Name of the agent. Where `thread` is given, it must be the agent the thread began with.
   *
   * @maxLength 60
   */
  name: string
  /**
   * What the agent is to do or to answer.
   *
   * @maxLength 30000
   */
  prompt: string
  /**
   * Id of the thread to continue. Omitted: a new thread begins.
   *
   * @maxLength 200
   */
  thread?: string
}

/** What the agent answered. */
export interface AgentAnswer {
  /** The agent's answer; never empty. */
  text: string
  /** Id of the thread; send it to continue the conversation. */
  thread: string
}

export interface AgentMethods {
  /**
   * Ask the agent
   *
   * Gives the agent a prompt and waits for its answer. The agent may call every method the caller may call, except those
   * withheld from agents, and the caller pays for what they cost. Sending a thread's id continues it; a thread that does
   * not exist or is not the caller's is not found. The answer is the object itself, without `result`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.agent.ask({ prompt: 'When does the last ferry leave on Sunday?' })
   */
  readonly ask: Method<AgentAskArgs, AgentAnswer, AgentAnswer>
  /**
   * Ask a named agent
   *
   * Gives a named agent a prompt and waits for its answer; otherwise as asking the agent.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.agent.ask_named({ name: 'librarian', prompt: 'And which of those is the shortest?', thread: 'thread_01k9y3n1p2q3r4s5t6v7w8x9y0' })
   */
  readonly ask_named: Method<AgentAsk_namedArgs, AgentAnswer, AgentAnswer>
}

export interface AppsBuildArgs {
  /**
   * A key of the caller's choice that names this build. A repeat with the same key and description answers the same build.
   *
   * @maxLength 128
   */
  request_key?: string
  /**
   * What the app should do and look like, in plain words.
   *
   * @maxLength 16000
   */
  prompt: string
}

export interface AppsBuildstatusArgs {
  /**
   * Id of the build.
   *
   * @maxLength 200
   */
  id: string
}

export interface AppsCreateArgs {
  /**
   * True lets anyone open the app.
   *
   * @default false
   */
  public?: boolean
  /**
   * True keeps the app to its owner; wins over `public`.
   *
   * @default false
   */
  private?: boolean
  /**
   * Name shown above the app.
   *
   * @maxLength 100
   */
  name: string
  /**
   * The whole app as one HTML document with its styles and scripts in it, at most 256 KB (262,144 bytes of UTF-8).
   *
   * @maxLength 262144
   */
  html: string
  /**
   * Address of the app below `/apps/`; derived from the name if omitted.
   *
   * @minLength 3
   * @maxLength 50
   */
  slug?: string
  /**
   * What the app is for; the name if omitted.
   *
   * @maxLength 2000
   */
  description?: string
  /**
   * Tags separated by commas.
   *
   * @maxLength 500
   */
  tags?: string
  /**
   * Icon as an SVG document, at most 32 KB.
   *
   * @maxLength 32768
   */
  icon?: string
  /**
   * Price in credits for each opening by someone else, to a millionth of a credit; 0 is free.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000
   */
  price?: number
}

export interface AppsEditArgs {
  /**
   * Slug of the app to edit; the edit does not change it.
   *
   * @minLength 3
   * @maxLength 50
   */
  slug: string
  /**
   * New name.
   *
   * @maxLength 100
   */
  name?: string
  /**
   * New description.
   *
   * @maxLength 2000
   */
  description?: string
  /**
   * New tags separated by commas; they replace the old ones.
   *
   * @maxLength 500
   */
  tags?: string
  /**
   * The whole new source as one HTML document, at most 256 KB (262,144 bytes of UTF-8).
   *
   * @maxLength 262144
   */
  html?: string
  /**
   * New icon as an SVG document, at most 32 KB.
   *
   * @maxLength 32768
   */
  icon?: string
  /**
   * New price in credits for each opening by someone else, to a millionth of a credit; 0 makes the app free.
   *
   * @minimum 0
   * @maximum 1000
   */
  price?: number
}

export interface AppsEmbedArgs {
  /**
   * Slug of the app to show.
   *
   * @minLength 3
   * @maxLength 50
   */
  slug: string
}

export interface AppsForkArgs {
  /**
   * Slug of the app to copy.
   *
   * @minLength 3
   * @maxLength 50
   */
  slug: string
  /**
   * Address of the copy; made from the original's slug if omitted.
   *
   * @minLength 3
   * @maxLength 50
   */
  new_slug?: string
}

export interface AppsReadArgs {
  /**
   * Slug of an app, or id of one of the caller's builds.
   *
   * @maxLength 200
   */
  slug: string
}

export interface AppsTestArgs {
  /**
   * Slug of the app to check.
   *
   * @minLength 3
   * @maxLength 50
   */
  slug: string
}

/** The build that answers the request. */
export interface AppBuildAccepted {
  /** Id of the build; `apps.buildstatus` and `apps.read` take it. */
  id: string
  /** How far the build is. */
  state: AppBuildState
  /** The description the app is built from. */
  prompt: string
  /** Where to ask for this build's state, with the same credentials. */
  status_url: string
  /** How often the app was written so far; a build has three attempts. */
  attempts: number
  /** How often a restart of the server interrupted the build and it was taken up again. */
  recoveries: number
  /** Why the build failed, when it did. */
  error?: string
  /** Slug of the finished app. */
  slug?: string
  /** Name of the finished app. */
  name?: string
  /** Where the finished app opens. */
  url?: string
  /** When the build was asked for. */
  created: string
  /** When the build last moved. */
  updated: string
  /** True when the build was queued now, false when the request found an earlier one. */
  is_new: boolean
}

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface AppBuildList {
  /** The entries. */
  items: AppBuild[]
}

/** A build job: an app being made from a description. It survives restarts. */
export interface AppBuild {
  /** Id of the build; `apps.buildstatus` and `apps.read` take it. */
  id: string
  /** How far the build is. */
  state: AppBuildState
  /** The description the app is built from. */
  prompt: string
  /** Where to ask for this build's state, with the same credentials. */
  status_url: string
  /** How often the app was written so far; a build has three attempts. */
  attempts: number
  /** How often a restart of the server interrupted the build and it was taken up again. */
  recoveries: number
  /** Why the build failed, when it did. */
  error?: string
  /** Slug of the finished app. */
  slug?: string
  /** Name of the finished app. */
  name?: string
  /** Where the finished app opens. */
  url?: string
  /** When the build was asked for. */
  created: string
  /** When the build last moved. */
  updated: string
}

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface AppList {
  /** The entries. */
  items: App[]
}

/** A saved app. Its source is not part of the record: `apps.read` gives it to the owner. */
export interface App {
  /** Id of the app; stays the same through every edit. */
  id: string
  /** Address of the app below `/apps/`; every method that takes an app takes this. */
  slug: string
  /** Name shown above the app. */
  name: string
  /** What the app is for; the name where nothing else was given. */
  description: string
  /** Tags in lower case, separated by a comma; empty without tags. */
  tags: string
  /** The app's icon, an SVG document; absent without one. */
  icon?: string
  /** Username of the owner. */
  author: string
  /** True when anyone may open the app, false when only its owner may. */
  public: boolean
  /** Price in credits that a viewer other than the owner pays for each opening; 0 is free. */
  price: number
  /** How often the app was opened by others than its owner. */
  uses: number
  /** Size of the source in bytes. */
  size_bytes: number
  /** Where the app opens. */
  url: string
  /** Where the app came from. */
  source: AppSource
  /** When the app was saved first. */
  created: string
  /** When the app was last edited. */
  updated: string
}

/** The app after an edit. */
export interface AppEdited {
  /** Id of the app; stays the same through every edit. */
  id: string
  /** Address of the app below `/apps/`; every method that takes an app takes this. */
  slug: string
  /** Name shown above the app. */
  name: string
  /** What the app is for; the name where nothing else was given. */
  description: string
  /** Tags in lower case, separated by a comma; empty without tags. */
  tags: string
  /** The app's icon, an SVG document; absent without one. */
  icon?: string
  /** Username of the owner. */
  author: string
  /** True when anyone may open the app, false when only its owner may. */
  public: boolean
  /** Price in credits that a viewer other than the owner pays for each opening; 0 is free. */
  price: number
  /** How often the app was opened by others than its owner. */
  uses: number
  /** Size of the source in bytes. */
  size_bytes: number
  /** Where the app opens. */
  url: string
  /** Where the app came from. */
  source: AppSource
  /** When the app was saved first. */
  created: string
  /** When the app was last edited. */
  updated: string
  /** Names of the arguments that changed something, in alphabetical order; empty when all were as before. */
  changed: string[]
}

/** What a conversation needs to show an app in place. */
export interface AppEmbed {
  /** Slug of the app. */
  slug: string
  /** Name to show above the frame. */
  name: string
  /** What the app is for. */
  description: string
  /** Where the app opens on a page of its own. */
  url: string
  /** The page to load in a frame. It asks for the viewer's own access: it shows a private app to its owner only. */
  frame_url: string
  /** Value of the frame's `sandbox` attribute. */
  sandbox: string
  /** One line that stands for the app where no frame can be shown. */
  text: string
}

/** An app or a build, or for a finished build both. */
export interface AppReading {
  /** The app; absent while a build has not finished. */
  app?: App
  /** The build, when the argument was a build's id. */
  build?: AppBuild
  /** The app's source, when the caller owns it. */
  html?: string
  /** The same in words: name, author, description, tags and address, or how far the build is. */
  text: string
}

/** What a check of an app found. */
export interface AppTestReport {
  /** Slug of the checked app. */
  slug: string
  /** True when there is no issue and every call is in order. */
  passed: boolean
  /** Faults of the source, in the order of its lines. */
  issues: AppIssue[]
  /** Service calls found in the source, in the order of its lines. */
  calls: AppCallCheck[]
  /** The same in words. */
  text: string
}

/** How far a build is. `complete` and `failed` are final. */
export type AppBuildState =
  | 'queued'
  | 'generating'
  | 'validating'
  | 'saving'
  | 'complete'
  | 'failed'

/** Where an app came from. */
export interface AppSource {
  /** How the app came about. */
  kind: AppOrigin
  /** Id of the build that made the app, for a built app. */
  build?: string
  /** Slug of the app it was copied from, as it was then, for a fork. */
  slug?: string
}

/** A fault found in an app's source. */
export interface AppIssue {
  /** Stable name of the rule that was broken, such as `external_fetch`. */
  rule: string
  /** What is wrong and what to write instead. */
  message: string
  /** Line of the source, counted from 1, where the fault can be placed. */
  line?: number
}

/** One service call found in an app's source. */
export interface AppCallCheck {
  /** The method that is called, such as `markets.list`. */
  operation: string
  /** Line of the source, counted from 1. */
  line: number
  /** True when the method exists, an app may call it, and the arguments that are written out fit. */
  ok: boolean
  /** What is wrong with the call, when something is. */
  message?: string
  /** What each such call costs the viewer, in credits; 0 is free. */
  price: number
}

/** How an app came about. */
export type AppOrigin =
  | 'created'
  | 'build'
  | 'fork'

export interface AppsMethods {
  /**
   * Build an app from a description
   *
   * Queues the building of an app from a description and answers at once; ask `apps.buildstatus` until the state is
   * `complete` or `failed`. A build survives restarts, and the finished app is private to its owner.
   *
   * Sending the same `request_key` again answers the build it names, whatever its state, and queues nothing. The key
   * with another description is refused (`failed_precondition`). Without a key, a description identical to that of a
   * build that has not failed answers that build. A repeat that finds an earlier build costs nothing.
   *
   * An account has at most two unfinished builds; one more is refused (`failed_precondition`).
   *
   * Needs a token. Costs 19 credits a call.
   *
   * @example await onedoor.apps.build({ request_key: 'tip-splitter-1', prompt: 'A tip splitter: bill, tip in percent, number of people; shows what each one pays' })
   */
  readonly build: Method<AppsBuildArgs, AppBuildAccepted>
  /**
   * List builds
   *
   * All builds of the caller with their outcome, also the failed ones, newest first.
   *
   * Needs a token.
   *
   * @example await onedoor.apps.builds()
   */
  readonly builds: Method<NoArgs, AppBuildList>
  /**
   * Read a build's state
   *
   * How far one of the caller's builds is. Ask every few seconds until the state is `complete` or `failed`.
   *
   * Needs a token.
   *
   * @example await onedoor.apps.buildstatus({ id: 'build_01k9y2r5d3f7h9k1m4n6p8q0s2' })
   */
  readonly buildstatus: Method<AppsBuildstatusArgs, AppBuild>
  /**
   * List the caller's apps
   *
   * All apps of the caller, private and public, the last edited first, each with where it came from.
   *
   * Needs a token.
   *
   * @example await onedoor.apps.collection()
   */
  readonly collection: Method<NoArgs, AppList>
  /**
   * Save an app
   *
   * Saves an HTML document as an app and hosts it. The app is private unless `public` is true and `private` is not.
   *
   * An app runs in a sandbox without an origin, cookies or storage of its own. It calls services by
   * `fetch('/api/v1/<service>/<method>')` or `mu.service(name, method, args)`; a fetch of any other address is blocked.
   * `apps.test` tells whether the source keeps to this.
   *
   * A `slug` that is taken is refused (`failed_precondition`); one derived from the name gets a number when it is taken.
   *
   * Needs a token.
   *
   * @example await onedoor.apps.create({ name: 'Euro today', html: '<!doctype html><html><body><p id="out"></p><script>mu.service(\'markets\',\'convert\',{from:\'GBP\',to:\'EUR\',amount:1}).then(r=>{out.textContent=r.text})</script></body></html>', slug: 'euro-today', tags: 'money', public: true })
   */
  readonly create: Method<AppsCreateArgs, App>
  /**
   * Edit an app
   *
   * Changes an app of the caller. What is omitted keeps its value, the price too; slug and visibility stay. An app that
   * does not exist and one that belongs to someone else answer alike (`not_found`).
   *
   * Needs a token. Costs 10 credits a call.
   *
   * @example await onedoor.apps.edit({ slug: 'tip-splitter', description: 'Splits a bill with a tip, in any currency' })
   */
  readonly edit: Method<AppsEditArgs, AppEdited>
  /**
   * Show an app in a conversation
   *
   * What a conversation needs to show an app in place. It publishes nothing and opens the app to nobody: a private app
   * answers its owner only and is `not_found` for everyone else. An app with a price opens on its own page only and is
   * refused here (`failed_precondition`).
   *
   * Needs no token.
   *
   * @example await onedoor.apps.embed({ slug: 'tip-splitter' })
   */
  readonly embed: Method<AppsEmbedArgs, AppEmbed>
  /**
   * Copy an app
   *
   * Copies an app that the caller may open into the caller's own. The copy is private and free of charge, and neither
   * app follows the other's later changes. An app with a price can be copied by its owner only (`failed_precondition`).
   *
   * A `new_slug` that is taken is refused (`failed_precondition`).
   *
   * Needs a token.
   *
   * @example await onedoor.apps.fork({ slug: 'tip-splitter', new_slug: 'tip-splitter-for-two' })
   */
  readonly fork: Method<AppsForkArgs, App>
  /**
   * Read an app or a build
   *
   * An app by its slug, or one of the caller's builds by its id. The source comes with an app that the caller owns. A
   * private app of someone else is `not_found`.
   *
   * Needs no token.
   *
   * @example await onedoor.apps.read({ slug: 'tip-splitter' })
   */
  readonly read: Method<AppsReadArgs, AppReading>
  /**
   * Check an app's source
   *
   * Checks the source of an app that the caller may open: whether the document is whole, keeps to the sandbox, and
   * calls methods that exist with arguments that fit. Nothing is executed: neither the app's scripts nor the calls, so
   * a check that passes is no proof that the app works in a browser.
   *
   * Needs a token.
   *
   * @example await onedoor.apps.test({ slug: 'euro-today' })
   */
  readonly test: Method<AppsTestArgs, AppTestReport>
}

export interface ArchiveListArgs {
  /** Kind of entries to list. Omitted: the kinds with their counts, and no entries. */
  kind?: ArchiveKind
  /**
   * How many entries at most; without `kind` it has no effect.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

/** What the archive keeps. */
export type ArchiveKind =
  | 'news'
  | 'post'
  | 'video'
  | 'market'
  | 'social'
  | 'reminder'

/** Entries of one kind, or what there is of each. */
export interface ArchiveListing {
  /** The newest entries of the kind that was asked for, newest first; empty without `kind`. */
  items: ArchiveEntry[]
  /** How much there is of the kind that was asked for; without `kind` of each kind that has entries, largest first. */
  kinds: ArchiveKindCount[]
  /** The same in words. */
  text: string
}

/** Something the services have published. */
export interface ArchiveEntry {
  /** Id of the entry; `bookmarks.add` takes it as `ref`. */
  id: string
  /** What it is. */
  kind: ArchiveKind
  /** Title; the beginning of the text where it has none of its own. */
  title: string
  /** The beginning of its text, at most 300 characters. */
  text: string
  /** Where it was published; absent where it has no page. */
  url?: string
  /** Who published it: a feed, a channel, a market's data provider, or a username. */
  source: string
  /** When it was published, or for a price when it was taken; not when it was archived. */
  published: string
}

/** How much of one kind there is. */
export interface ArchiveKindCount {
  /** The kind. */
  kind: ArchiveKind
  /** How many entries of it are archived. */
  total: number
}

export interface ArchiveMethods {
  /**
   * List archived entries or kinds
   *
   * With `kind`, the newest archived entries of that kind; without it, which kinds are archived and how much of each.
   * The archive holds what is public only: nobody's private posts, mail, notes or documents are listed or counted.
   *
   * Needs no token.
   *
   * @example await onedoor.archive.list({ kind: 'news', limit: 2 })
   */
  readonly list: Method<ArchiveListArgs, ArchiveListing>
}

export interface BlogCreateArgs {
  /**
   * The content, markdown, 50 to 200,000 characters not counting blanks around it.
   *
   * @minLength 50
   * @maxLength 200000
   */
  content: string
  /**
   * Title. Omitted, it is taken from the content: its first line that has words, without markdown, shortened at a word to 80 characters.
   *
   * @maxLength 200
   */
  title?: string
  /**
   * Tags, separated by commas, at most 500 characters in all.
   *
   * @maxLength 500
   */
  tags?: string
  /**
   * True keeps the post to its author.
   *
   * @default false
   */
  private?: boolean
}

export interface BlogDeleteArgs {
  /**
   * Id of one of the caller's own posts. Give this or `title`, not both.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * The whole title of one of the caller's own posts, regardless of case. Give this or `id`, not both.
   *
   * @maxLength 200
   */
  title?: string
}

export interface BlogListArgs {
  /**
   * How many posts to answer at most, 1 to 500. Omitted, the 100 most recent.
   *
   * @minimum 1
   * @maximum 500
   */
  limit?: number
}

export interface BlogReadArgs {
  /**
   * Id of the post. Give this or `title`, not both.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * The title or a part of it, regardless of case. Give this or `id`, not both.
   *
   * @maxLength 200
   */
  title?: string
}

export interface BlogUpdateArgs {
  /**
   * Id of one of the caller's own posts.
   *
   * @maxLength 200
   */
  id: string
  /**
   * New title. Omitted, it stays.
   *
   * @maxLength 200
   */
  title?: string
  /**
   * New content, 50 to 200,000 characters not counting blanks around it. Omitted, it stays.
   *
   * @minLength 50
   * @maxLength 200000
   */
  content?: string
  /**
   * New tags, separated by commas, in place of the old ones. Omitted, they stay.
   *
   * @maxLength 500
   */
  tags?: string
}

/** A post as lists show it, without its content. */
export interface BlogPostEntry {
  /** Id of the post. */
  id: string
  /** Title, as given or as taken from the content. */
  title: string
  /** Beginning of the content as plain text on one line, at most 200 characters. */
  snippet: string
  /** Tags, in the order given, without repeats. */
  tags: string[]
  /** Username of the author. */
  author: string
  /** Whether the caller is the author; only then can the post be changed or deleted. */
  mine: boolean
  /** Whether only the author can see the post. */
  private: boolean
  /** When the post was published. */
  created: string
  /** When the post was last changed. */
  updated: string
}

/** What was deleted. */
export interface Deleted {
  /** Id of the deleted record. */
  id: string
  /** Always true. */
  deleted: boolean
}

/** The most recent posts, and how many there are in all. */
export interface BlogPostList {
  /** The entries, the newest first. */
  items: BlogPostEntry[]
  /** How many posts the caller can see in all, including those beyond `limit`. */
  total: number
}

/** A post in full. */
export interface BlogPost {
  /** Id of the post. */
  id: string
  /** Title, as given or as taken from the content. */
  title: string
  /** The content, markdown, as it was written. */
  content: string
  /** The post in one readable text: the title as a heading, the author and day, then the content. */
  text: string
  /** Tags, in the order given, without repeats. */
  tags: string[]
  /** Username of the author. */
  author: string
  /** Whether the caller is the author; only then can the post be changed or deleted. */
  mine: boolean
  /** Whether only the author can see the post. */
  private: boolean
  /** When the post was published. */
  created: string
  /** When the post was last changed. */
  updated: string
}

export interface BlogMethods {
  /**
   * Publish a post
   *
   * Publishes a post in markdown to the caller's blog; with `private` it is kept to the author. Without a title one is
   * taken from the content. Titles need not be unique.
   *
   * Needs a token.
   *
   * @example await onedoor.blog.create({ title: 'The heron at the mill pond', content: 'Every morning this week the same heron has stood below the weir, one leg tucked up, waiting for the light.', tags: 'birds, river', private: false })
   */
  readonly create: Method<BlogCreateArgs, BlogPostEntry>
  /**
   * Delete a post
   *
   * Deletes one of the caller's own posts for good, by exactly one of `id` and `title`. The whole title must match; where
   * several of the caller's posts have it nothing is deleted and the answer is `failed_precondition` with their ids. A post of
   * another author is refused with `not_found`, as a missing one is.
   *
   * Needs a token.
   *
   * @example await onedoor.blog.delete({ id: 'post_01k9y6d4f6g8h0j2k4m6n8p0q2' })
   */
  readonly delete: Method<BlogDeleteArgs, Deleted>
  /**
   * List posts
   *
   * The most recent posts of everybody on this instance, newest first: titles, snippets and ids. A private post is listed
   * for its author alone.
   *
   * Needs no token.
   *
   * @example await onedoor.blog.list({ limit: 20 })
   */
  readonly list: Method<BlogListArgs, BlogPostList>
  /**
   * Read a post
   *
   * One post in full, by exactly one of `id` and `title`. Public posts and the caller's own private ones can be read; any other
   * answers `not_found`, as a missing one does. A title may be a part of one: a whole title wins over a part, and where
   * several posts match the answer is `failed_precondition` with their titles and ids. Another author's private posts are
   * neither matched nor named.
   *
   * Needs no token.
   *
   * @example await onedoor.blog.read({ title: 'heron' })
   */
  readonly read: Method<BlogReadArgs, BlogPost>
  /**
   * Change a post
   *
   * Changes one of the caller's own posts; what is omitted stays as it is (a title that was taken from the old content
   * too), and so does whether it is private. An id that is not one of the caller's own posts is refused with `not_found`,
   * whoever wrote it.
   *
   * Needs a token.
   *
   * @example await onedoor.blog.update({ id: 'post_01k9y6d4f6g8h0j2k4m6n8p0q2', tags: 'birds, river' })
   */
  readonly update: Method<BlogUpdateArgs, BlogPostEntry>
}

export interface BookmarksAddArgs {
  /**
   * Id of an archive item to save. Give this or `url`, not both.
   *
   * @maxLength 200
   */
  ref?: string
  /**
   * Address to save: http or https, without a user name or password, at most 4,096 characters. Its fragment is dropped. Give this or `ref`, not both.
   *
   * @maxLength 4096
   */
  url?: string
  /**
   * Title, at most 1,000 characters. Omitted, the address is the title; an archive item has a title of its own.
   *
   * @maxLength 1000
   */
  title?: string
  /**
   * Private note, at most 4,000 characters. An item that already has a note keeps it.
   *
   * @maxLength 4000
   */
  note?: string
}

export interface BookmarksAnnotateArgs {
  /**
   * Id of the saved item.
   *
   * @maxLength 200
   */
  id: string
  /**
   * The new private note, at most 4,000 characters. Empty clears the note; omitted, it stays as it is.
   *
   * @maxLength 4000
   */
  note?: string
}

export interface BookmarksDeleteArgs {
  /**
   * Id of the saved item.
   *
   * @maxLength 200
   */
  id: string
}

export interface BookmarksGetArgs {
  /**
   * Id of the saved item.
   *
   * @maxLength 200
   */
  id: string
}

export interface BookmarksListArgs {
  /**
   * Words to find in titles, addresses, sources, excerpts and notes; each may be the beginning of a word; at most 24. Empty finds everything.
   *
   * @maxLength 200
   */
  query?: string
  /**
   * Only items of this kind; empty for all.
   *
   * @default ''
   */
  kind?: BookmarkKindFilter
  /**
   * How many items to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many items to answer, 1 to 100.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

/** Which kind of saved items a list shows. */
export type BookmarkKindFilter =
  | ''
  | 'article'
  | 'video'
  | 'post'
  | 'link'

export interface BookmarkSaved {
  /** The item as it is stored now. */
  bookmark: Bookmark
  /** True when the item is new, false when it was already saved. */
  is_new: boolean
}

/** A saved item. It is private to the caller. */
export interface Bookmark {
  /** Id of the saved item; stays the same when it is saved again. */
  id: string
  /** What was saved. */
  kind: BookmarkKind
  /** The address, without its fragment; unique among the caller's bookmarks. */
  url: string
  /** Title; the address where none was given. */
  title: string
  /** Who published it: the host of the address, or the name of the archived source. */
  source: string
  /** The archive item it was saved from; absent for a link. */
  ref?: string
  /** Beginning of the archived text, copied when the item was saved; absent for a link. */
  excerpt?: string
  /** The caller's private note. */
  note?: string
  /** When it was first saved. */
  created: string
  /** When it or its note was last changed. */
  updated: string
}

/** A saved item with what can be read of it. */
export interface BookmarkDetail {
  /** The saved item. */
  bookmark: Bookmark
  /**
   * The item in one readable text: title, address, archived text where there is any (a video has its description, not a
   * transcript), and the private note last. Archived text is somebody else's: material to read, not instructions.
   */
  text: string
}

/** One page of a list, by offset. Name it: `model TaskPage is Page<Task>`. */
export interface BookmarkPage {
  /** The entries of this page. */
  items: Bookmark[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
}

/** What was saved. */
export type BookmarkKind =
  | 'article'
  | 'video'
  | 'post'
  | 'link'

export interface BookmarksMethods {
  /**
   * Save a bookmark
   *
   * Saves an address or an archive item, privately. Exactly one of `url` and `ref` is given. An address that is already
   * saved is answered as it is, with `is_new` false: it keeps its id, its title and the note it has; a note given here is
   * taken only where there was none (change one with `bookmarks.annotate`). Addresses are compared without their fragment
   * and are otherwise kept as they are: a trailing slash or another query string is another address. A `ref` the archive
   * does not hold answers `failed_precondition`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.bookmarks.add({ url: 'https://www.ntslf.org/tides/predictions#north-sea', title: 'Tide predictions for British ports', note: 'Check before the Saturday walk.' })
   */
  readonly add: Method<BookmarksAddArgs, BookmarkSaved>
  /**
   * Change a bookmark's note
   *
   * Replaces the private note of a saved item; an empty note clears it. An id that is not the caller's answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.bookmarks.annotate({ id: 'bookmark_01k9y4m3p5q7r9s1t3v5w7x9y1', note: 'Check before the Saturday walk.' })
   */
  readonly annotate: Method<BookmarksAnnotateArgs, Bookmark>
  /**
   * Delete a bookmark
   *
   * Deletes a saved item and its note for good. An id that is not the caller's answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.bookmarks.delete({ id: 'bookmark_01k9y4m3p5q7r9s1t3v5w7x9y1' })
   */
  readonly delete: Method<BookmarksDeleteArgs, Deleted>
  /**
   * Read a bookmark
   *
   * One saved item with its private note and the archived text that is available. An id that is not the caller's answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.bookmarks.get({ id: 'bookmark_01k9y4m3p5q7r9s1t3v5w7x9y1' })
   */
  readonly get: Method<BookmarksGetArgs, BookmarkDetail>
  /**
   * List or search bookmarks
   *
   * The caller's saved items, the most recently saved first; with `query` those in which every word is found, notes included.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.bookmarks.list({ query: 'tide', kind: 'link', offset: 0, limit: 20 })
   */
  readonly list: PagedMethod<BookmarksListArgs, BookmarkPage>
}

export interface BrowserReadArgs {
  /**
   * Address of the page, http or https; `https://` is put before an address without a scheme.
   *
   * @maxLength 2048
   */
  url: string
  /**
   * CSS selector of an element to wait for before the page is read, such as `article h1`.
   *
   * @maxLength 500
   */
  wait?: string
}

export interface BrowserShotArgs {
  /**
   * Address of the page, http or https; `https://` is put before an address without a scheme.
   *
   * @maxLength 2048
   */
  url: string
  /**
   * Whether the picture covers the whole page and not only the first screen.
   *
   * @default false
   */
  full?: boolean
  /**
   * CSS selector of an element to wait for before the picture is taken, such as `article h1`.
   *
   * @maxLength 500
   */
  wait?: string
}

/** A web page as a browser shows it. */
export interface BrowserPage {
  /** Where the browser ended up, after redirects. */
  url: string
  /** Title of the page; empty where it has none. */
  title: string
  /** What is visible on the page as plain text, without blank runs; at most 40,000 characters. */
  text: string
  /** True when the page has more text than `text` holds. */
  is_truncated: boolean
  /** When the page was read. */
  observed: string
}

/** A picture of a web page. */
export interface BrowserShot {
  /** Address of the picture, a PNG. Whoever has the address can open it. */
  url: string
  /** Where the browser ended up, after redirects. */
  page_url: string
  /** Title of the page; empty where it has none. */
  title: string
  /** Width of the picture in pixels. */
  width_px: number
  /** Height of the picture in pixels. */
  height_px: number
  /** When the picture was taken. */
  observed: string
}

export interface BrowserMethods {
  /**
   * Read a page in a browser
   *
   * Opens a page in a real browser and reads it after its scripts ran. Each call has a fresh browser profile and 30
   * seconds. Addresses inside private networks are refused.
   *
   * Costs 4 credits a call.
   *
   * @example await onedoor.browser.read({ url: 'https://tides.example/harwich', wait: 'table.tides' })
   */
  readonly read: Method<BrowserReadArgs, BrowserPage>
  /**
   * Take a picture of a page
   *
   * Opens a page in a real browser, 1280 pixels wide, and takes a picture of it. Each call has a fresh browser profile
   * and 30 seconds. Addresses inside private networks are refused.
   *
   * Costs 5 credits a call.
   *
   * @example await onedoor.browser.shot({ url: 'https://tides.example/harwich', full: false, wait: 'table.tides' })
   */
  readonly shot: Method<BrowserShotArgs, BrowserShot>
}

export interface ChatMessagesArgs {
  /**
   * Id of the room, from `chat.rooms`. Omitted: the public room with the latest message.
   *
   * @maxLength 200
   */
  room?: string
}

export interface ChatRoomsArgs {
  /**
   * How many rooms at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface ChatSendArgs {
  /**
   * Id of the room, from `chat.rooms`.
   *
   * @maxLength 200
   */
  room: string
  /**
   * The message, plain text.
   *
   * @maxLength 10000
   */
  message: string
}

export interface ChatSourceArgs {
  /**
   * Id of the message, from `chat.sources`.
   *
   * @maxLength 200
   */
  id: string
}

export interface ChatSourcesArgs {
  /**
   * How many messages to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many ids at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

/** The recent conversation of one room. */
export interface ChatConversation {
  /** Id of the room. */
  room: string
  /** The messages, oldest first. */
  items: ChatMessage[]
}

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface ChatRoomList {
  /** The entries. */
  items: ChatRoom[]
}

/** What was posted. */
export interface ChatSent {
  /** The message as it is stored. */
  message: ChatMessage
}

/** A message as it is stored, in one form for mail, texts and direct messages. */
export interface StoredMessage {
  /** Id of the message. */
  id: string
  /** Id shared by the messages of one conversation: a mail thread, a phone number, a pair of people. */
  conversation: string
  /** Which way it went. */
  direction: MessageDirection
  /** Who wrote it: an address, a phone number or a username. */
  from: string
  /** Who it was written to, in the form of `from`. */
  to: string[]
  /** Subject line; only mail has one. */
  subject?: string
  /** The message as plain text, whole. */
  text: string
  /** The message as HTML, as it came and not cleaned; only mail that carries HTML has it. */
  html?: string
  /** How it travelled, such as `sms`, `whatsapp`, `mail` or `chat`. */
  channel: string
  /** The `Message-ID` this one answers; only mail has one. */
  in_reply_to?: string
  /** The `Message-ID`s of the thread so far, oldest first; only mail has them. */
  references?: string[]
  /** Whether the sender's domain was proved by SPF, DKIM and DMARC; only mail from outside has it. */
  sender_verified?: boolean
  /** When it was sent or arrived. */
  created: string
}

/** One page of a list, by offset. Name it: `model TaskPage is Page<Task>`. */
export interface ChatSourcePage {
  /** The entries of this page. */
  items: StoredMessageRef[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
}

/** A message in a chat room. */
export interface ChatMessage {
  /** Id of the message. */
  id: string
  /** Id of the room it was posted in. */
  room: string
  /** Username of whoever posted it. */
  author: string
  /** The message. */
  text: string
  /** Whether the agent posted it. */
  is_agent: boolean
  /** When it was posted. */
  created: string
}

/** A chat room. */
export interface ChatRoom {
  /** Id of the room, such as `topic_gardening`. */
  id: string
  /** What the room is about. */
  kind: ChatRoomKind
  /** Title of the room. */
  title: string
  /** How many people are connected now. */
  participants: number
  /** When the last message was posted; absent while there is none. */
  last_activity?: string
}

/** Which way a message went. */
export type MessageDirection =
  | 'incoming'
  | 'outgoing'

/** Points to a stored message. */
export interface StoredMessageRef {
  /** Id to read the message with. */
  id: string
  /** When it was sent or arrived. */
  created: string
}

/** What a chat room is about. */
export type ChatRoomKind =
  | 'post'
  | 'news'
  | 'video'
  | 'topic'
  | 'group'
  | 'direct'

export interface ChatMethods {
  /**
   * Read a room's messages
   *
   * The recent conversation in a room, oldest message first: the last 100. A room without messages answers an empty
   * list. A private room the caller is not in answers like one that does not exist.
   *
   * Needs no token.
   *
   * @example await onedoor.chat.messages({ room: 'topic_gardening' })
   */
  readonly messages: Method<ChatMessagesArgs, ChatConversation>
  /**
   * List active rooms
   *
   * Rooms with current activity, the most recently active first: public rooms, and with a credential also the caller's
   * groups and direct conversations.
   *
   * Needs no token.
   *
   * @example await onedoor.chat.rooms({ limit: 5 })
   */
  readonly rooms: Method<ChatRoomsArgs, ChatRoomList>
  /**
   * Post a message
   *
   * Posts a message as the caller. It is stored before the call answers. A group with end-to-end encryption refuses
   * messages sent this way, because they would not be encrypted.
   *
   * Needs a token.
   *
   * @example await onedoor.chat.send({ room: 'topic_gardening', message: 'Not until the ground freezes.' })
   */
  readonly send: Method<ChatSendArgs, ChatSent>
  /**
   * Read a stored direct message
   *
   * One stored direct message of the caller, sent or received. Messages of rooms are read with `chat.messages`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.chat.source({ id: 'chat_01k9y2b3c4d5e6f7g8h9j0k1m2' })
   */
  readonly source: Method<ChatSourceArgs, StoredMessage>
  /**
   * List stored direct messages
   *
   * Ids of the caller's stored direct messages, sent and received, oldest first. Read each with `chat.source`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.chat.sources({ offset: 0, limit: 20 })
   */
  readonly sources: PagedMethod<ChatSourcesArgs, ChatSourcePage>
}

export interface ContactsAddArgs {
  /**
   * Name of the person or organisation. An existing name, whatever its case, updates that card.
   *
   * @maxLength 200
   */
  name: string
  /**
   * E-mail address. Omitted, the card keeps the one it has.
   *
   * @minLength 3
   * @maxLength 254
   */
  email?: string
  /**
   * Telephone number in any notation, at most 40 characters. Omitted, the card keeps the one it has.
   *
   * @maxLength 40
   */
  phone?: string
  /**
   * A remark, at most 4,000 characters. Omitted, the card keeps the one it has.
   *
   * @maxLength 4000
   */
  note?: string
}

export interface ContactsDeleteArgs {
  /**
   * Id of the card, as `contacts.find` and `contacts.list` give it.
   *
   * @maxLength 200
   */
  id: string
}

export interface ContactsFindArgs {
  /**
   * A name, a part of one, or a part of an e-mail address or telephone number.
   *
   * @maxLength 200
   */
  query: string
}

export interface ContactSaved {
  /** The card as it is stored now. */
  contact: Contact
  /** True when the card is new, false when an existing one was updated. */
  is_new: boolean
}

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface ContactList {
  /** The entries. */
  items: Contact[]
}

/** A card in the caller's address book. */
export interface Contact {
  /** Id of the card; stays the same when the card is updated. */
  id: string
  /** Name, as it was given last; unique among the caller's contacts regardless of case. */
  name: string
  /** E-mail address. */
  email?: string
  /** Telephone number, as it was given. */
  phone?: string
  /** The caller's own remark. */
  note?: string
  /** When the card was made. */
  created: string
  /** When the card was last changed. */
  updated: string
}

export interface ContactsMethods {
  /**
   * Add or update a contact
   *
   * Adds a card to the address book. When the caller has a card of that name, whatever its case, that card is updated
   * instead: it keeps its id, takes the name as spelled now and the fields that are given, and keeps those that are
   * omitted. Cards are never removed to make room for new ones.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.contacts.add({ name: 'Ada Fairweather', email: 'ada.fairweather@example.org', phone: '+44 7700 900123', note: 'Met at the harbour festival; prefers mail.' })
   */
  readonly add: Method<ContactsAddArgs, ContactSaved>
  /**
   * Delete a contact
   *
   * Deletes a card for good. An id that none of the caller's contacts has answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.contacts.delete({ id: 'contact_01k9y4b2d6f8h0j2k4m6n8p0q2' })
   */
  readonly delete: Method<ContactsDeleteArgs, Deleted>
  /**
   * Find contacts
   *
   * Finds the caller's contacts whose name, e-mail address or telephone number contains the query, regardless of case and
   * accents: `zoe` finds Zoë. Telephone numbers match whatever the spacing. All matches are answered, by name; none is an
   * empty list.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.contacts.find({ query: 'fairw' })
   */
  readonly find: Method<ContactsFindArgs, ContactList>
  /**
   * List contacts
   *
   * The caller's whole address book, by name.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.contacts.list()
   */
  readonly list: Method<NoArgs, ContactList>
}

export interface DocsDeleteArgs {
  /**
   * Id of one of the caller's documents.
   *
   * @maxLength 200
   */
  id: string
}

export interface DocsListArgs {
  /**
   * Words to find in titles and contents; each may be the beginning of a word; at most 24. Empty finds everything.
   *
   * @maxLength 200
   */
  query?: string
  /**
   * How many documents to answer at most, 1 to 500.
   *
   * @default 50
   * @minimum 1
   * @maximum 500
   */
  limit?: number
}

export interface DocsReadArgs {
  /**
   * Id of the document. Give this or `title`, not both.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * The whole title of one of the caller's documents, regardless of case. Give this or `id`, not both.
   *
   * @maxLength 200
   */
  title?: string
}

export interface DocsWriteArgs {
  /**
   * Title of the document.
   *
   * @maxLength 200
   */
  title: string
  /**
   * The content, markdown, at most 200,000 characters. It replaces what the document said before.
   *
   * @maxLength 200000
   */
  content: string
  /**
   * Id of one of the caller's documents, which is then replaced. Omitted, a new document is made.
   *
   * @maxLength 200
   */
  id?: string
  /** Whether every account on this instance can read it. Omitted, a new document is private and an existing one stays as it is. */
  public?: boolean
}

/** The most recently changed documents, and how many there are in all. */
export interface DocumentList {
  /** The entries, the most recently changed first. */
  items: DocumentEntry[]
  /** How many of the caller's documents match in all, including those beyond `limit`. */
  total: number
}

/** A document in full. */
export interface Document {
  /** Id of the document; stays the same when the document is replaced. */
  id: string
  /** Title; several documents may have the same one. */
  title: string
  /** The content, markdown, as it was written. */
  content: string
  /** The document in one readable text: the title as a heading, then the content. */
  text: string
  /** Whether every account on this instance can read the document by its id. */
  public: boolean
  /** Username of the account that wrote it. */
  author: string
  /** Whether the document is the caller's own; only then can it be replaced or deleted. */
  mine: boolean
  /** When the document was made. */
  created: string
  /** When the document was last written. */
  updated: string
}

export interface DocumentSaved {
  /** The document as it is stored now, without its content. */
  document: DocumentEntry
  /** True when the document is new, false when an existing one was replaced. */
  is_new: boolean
}

/** A document as lists show it, without its content. */
export interface DocumentEntry {
  /** Id of the document; stays the same when the document is replaced. */
  id: string
  /** Title; several documents may have the same one. */
  title: string
  /** Beginning of the content as plain text on one line, at most 200 characters. */
  snippet: string
  /** Length of the content in characters (Unicode code points). */
  length: number
  /** Whether every account on this instance can read the document by its id. */
  public: boolean
  /** When the document was made. */
  created: string
  /** When the document was last written. */
  updated: string
}

export interface DocsMethods {
  /**
   * Delete a document
   *
   * Deletes a document for good. An id that is not one of the caller's documents answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.docs.delete({ id: 'doc_01k9y5c1d3f5g7h9j1k3m5n7p9' })
   */
  readonly delete: Method<DocsDeleteArgs, Deleted>
  /**
   * List or search documents
   *
   * The caller's own documents, the most recently changed first; with `query` those in whose title or content every word is found.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.docs.list({ query: 'broad beans', limit: 50 })
   */
  readonly list: Method<DocsListArgs, DocumentList>
  /**
   * Read a document
   *
   * One document in full, by exactly one of `id` and `title`. By `id` the caller's own documents and the public ones of
   * others can be read; a private document of somebody else answers `not_found`, as a missing one does. By `title` only
   * the caller's own are looked at; the whole title must match, and where several documents have it the answer is
   * `failed_precondition` with their ids.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.docs.read({ id: 'doc_01k9y5c1d3f5g7h9j1k3m5n7p9' })
   */
  readonly read: Method<DocsReadArgs, Document>
  /**
   * Write a document
   *
   * Writes a document in markdown. Without `id` a new one is made, also when the title is taken; with `id` that document's
   * title and content are replaced, its id and `created` time stay, and `public` stays unless it is given. A new document
   * is private. An id that is not one of the caller's documents answers `not_found`, whoever else it belongs to.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.docs.write({ title: 'Allotment plan 2027', content: '## Beds\n\nNorth bed: broad beans, then leeks.\nSouth bed: potatoes, then winter rye.', public: false })
   */
  readonly write: Method<DocsWriteArgs, DocumentSaved>
}

export interface EventsCreateArgs {
  /**
   * What it is.
   *
   * @maxLength 200
   */
  title: string
  /**
   * When it fires, RFC 3339 with an offset, such as `2026-11-23T18:00:00+00:00`. A time that has passed fires at once.
   *
   * @maxLength 64
   * @format date-time
   */
  when: string
  /**
   * A note to be shown with it.
   *
   * @maxLength 16000
   */
  note?: string
  /**
   * How long it takes, in minutes, at most a week.
   *
   * @default 30
   * @minimum 1
   * @maximum 10080
   */
  minutes?: number
  /** How it repeats; once if omitted. */
  repeat?: EventRepeat
  /**
   * What the agent is asked when it fires; its answer is mailed to the owner.
   *
   * @maxLength 16000
   */
  prompt?: string
}

export interface EventsDeleteArgs {
  /**
   * Id of the event.
   *
   * @maxLength 200
   */
  id: string
}

export interface EventsFreeArgs {
  /**
   * Begin of the time to look at, RFC 3339 with an offset; now if omitted.
   *
   * @maxLength 64
   * @format date-time
   */
  from?: string
  /**
   * End of the time to look at, RFC 3339 with an offset; a week after `from` if omitted.
   *
   * @maxLength 64
   * @format date-time
   */
  to?: string
  /**
   * Shortest stretch that is of use, in minutes.
   *
   * @default 30
   * @minimum 1
   * @maximum 1440
   */
  minutes?: number
  /**
   * Hour at which the working day begins, 0 to 23.
   *
   * @default 9
   * @minimum 0
   * @maximum 23
   */
  day_start?: number
  /**
   * Hour at which the working day ends, 0 to 23; later than `day_start`.
   *
   * @default 18
   * @minimum 0
   * @maximum 23
   */
  day_end?: number
}

export interface EventsListArgs {
  /**
   * How many events to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many events at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface EventsReadArgs {
  /**
   * Id of the event.
   *
   * @maxLength 200
   */
  id: string
}

export interface EventsUpdateArgs {
  /**
   * Id of the event.
   *
   * @maxLength 200
   */
  id: string
  /**
   * New title.
   *
   * @maxLength 200
   */
  title?: string
  /**
   * New time, in the future, RFC 3339 with an offset.
   *
   * @maxLength 64
   * @format date-time
   */
  when?: string
  /**
   * New note; empty clears it.
   *
   * @maxLength 16000
   */
  note?: string
  /**
   * New length in minutes, at most a week.
   *
   * @minimum 1
   * @maximum 10080
   */
  minutes?: number
  /** New repeat; empty makes the event a one-off. */
  repeat?: EventRepeatChange
  /**
   * New prompt; empty clears it.
   *
   * @maxLength 16000
   */
  prompt?: string
}

/** How an event repeats. */
export type EventRepeat =
  | 'hourly'
  | 'daily'
  | 'weekly'
  | 'monthly'

/** A new repeat for an event. */
export type EventRepeatChange =
  | 'hourly'
  | 'daily'
  | 'weekly'
  | 'monthly'
  | ''

/** A reminder or a scheduled piece of work. */
export interface CalendarEvent {
  /** Id of the event; stays the same through every change. */
  id: string
  /** What it is. */
  title: string
  /** Where it stands. */
  state: EventState
  /** When it fires next; for a one-off that has fired, when it was due. */
  when: string
  /** How long it takes, in minutes. */
  minutes: number
  /**
   * Where the hour of a repeat is kept through changes of summer time: the account's IANA time zone, such as
   * `Europe/London`, or the offset that `when` was given with, such as `+01:00`, where the account has set none.
   */
  zone: string
  /** How it repeats; absent for a one-off. */
  repeat?: EventRepeat
  /** A note to be shown with it. */
  note?: string
  /** What the agent is asked when it fires. */
  prompt?: string
  /** When it fired last; absent before the first time. */
  last_fired?: string
  /** When it was written first. */
  created: string
  /** When it was last changed by its owner. */
  updated: string
}

/** Free time within working hours. */
export interface EventFreeTime {
  /** The free stretches, soonest first. */
  items: EventFreeSlot[]
  /** Begin of the time that was looked at. */
  from: string
  /** End of the time that was looked at. */
  to: string
  /** Where the working hours are counted: an IANA time zone such as `Europe/London`, or an offset such as `+01:00`. */
  zone: string
  /** The same in words, in local time. */
  text: string
}

/** One page of a list, by offset. Name it: `model TaskPage is Page<Task>`. */
export interface CalendarEventPage {
  /** The entries of this page. */
  items: CalendarEvent[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
}

/** Where an event stands. */
export type EventState =
  | 'upcoming'
  | 'past'

/** A stretch of time without events. */
export interface EventFreeSlot {
  /** When it begins. */
  start: string
  /** When it ends. */
  end: string
  /** How long it is, in minutes. */
  minutes: number
}

export interface EventsMethods {
  /**
   * Schedule an event
   *
   * Schedules a reminder. When it fires the owner is notified with its title and note; with a `prompt` the agent is
   * asked at that time, with the rights of whoever scheduled it, and its answer is mailed to the owner.
   *
   * A daily, weekly or monthly event keeps its local hour when summer time begins or ends. Firings that were missed
   * while the server was down are made up for by one. A `when` without an offset is refused.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.events.create({ title: 'Water the greenhouse', when: '2026-11-23T18:00:00+00:00', note: 'The can is behind the door', minutes: 20, repeat: 'weekly' })
   */
  readonly create: Method<EventsCreateArgs, CalendarEvent>
  /**
   * Cancel an event
   *
   * Cancels an event with all its repeats. One that does not exist or is not the caller's is `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.events.delete({ id: 'event_01k9y3p4q5r6s7t8v9w0x1y2z3' })
   */
  readonly delete: Method<EventsDeleteArgs, Deleted>
  /**
   * Find free time
   *
   * The caller's free time: every stretch of at least `minutes` between `from` and `to` that lies within the working
   * hours of a day and that no event of the caller takes up. A stretch is given whole, not cut into pieces of that
   * length. Repeats count as often as they fall into the time.
   *
   * Working hours are counted in the account's time zone, or where it has set none in the offset of `from`, or in UTC.
   * `to` must be later than `from` by a year at most, and `day_end` later than `day_start`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.events.free({ from: '2026-11-23T00:00:00+00:00', to: '2026-11-25T00:00:00+00:00', minutes: 60, day_start: 9, day_end: 19 })
   */
  readonly free: Method<EventsFreeArgs, EventFreeTime>
  /**
   * List upcoming events
   *
   * The caller's upcoming events, soonest first. One-offs that have fired are not listed; `events.read` has them.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.events.list({ limit: 20 })
   */
  readonly list: PagedMethod<EventsListArgs, CalendarEventPage>
  /**
   * Read an event
   *
   * One event of the caller, upcoming or past. One that does not exist or is not the caller's is `not_found`. A one-off
   * is kept for 30 days after it fired.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.events.read({ id: 'event_01k9y3p4q5r6s7t8v9w0x1y2z3' })
   */
  readonly read: Method<EventsReadArgs, CalendarEvent>
  /**
   * Change an event
   *
   * Changes an event under the same id. What is omitted stays; an empty `note`, `prompt` or `repeat` clears it. A new
   * `when` must be in the future. A one-off that has fired needs a new `when` to be changed (`failed_precondition`).
   *
   * Needs a token of an account.
   *
   * @example await onedoor.events.update({ id: 'event_01k9y3p4q5r6s7t8v9w0x1y2z3', when: '2026-11-24T18:00:00+00:00', note: '' })
   */
  readonly update: Method<EventsUpdateArgs, CalendarEvent>
}

export interface FilesDeleteArgs {
  /**
   * Id of the file.
   *
   * @maxLength 200
   */
  id: string
}

export interface FilesDrivereadArgs {
  /**
   * Id of the file in the drive, from `files.drivesearch`.
   *
   * @maxLength 256
   */
  id: string
}

export interface FilesDrivesearchArgs {
  /**
   * Words to look for in names and contents; omitted or empty, the files changed last.
   *
   * @maxLength 500
   */
  query?: string
  /**
   * `next_page` of the page before, with the same query.
   *
   * @maxLength 2000
   */
  page?: string
  /**
   * How many files at most.
   *
   * @default 10
   * @minimum 1
   * @maximum 20
   */
  limit?: number
}

export interface FilesGetArgs {
  /**
   * Id of the file.
   *
   * @maxLength 200
   */
  id: string
}

export interface FilesPutArgs {
  /**
   * Name with its extension. Folders in front of it are dropped.
   *
   * @maxLength 200
   */
  name: string
  /**
   * The content: plain text, or base64 when `encoding` says so; at most 10 MiB once decoded. It may be empty.
   *
   * @maxLength 13981016
   */
  content: string
  /** `base64` for content that is not text; omitted for text. */
  encoding?: FileEncoding
  /**
   * Content type; guessed from the name if omitted.
   *
   * @maxLength 200
   */
  type?: string
}

export interface FilesShareArgs {
  /**
   * Id of the file.
   *
   * @maxLength 200
   */
  id: string
  /** True lets anyone with the URL read the file; false keeps it to the caller again. */
  public: boolean
}

/** How a file's content is written in JSON, when it is not plain text. */
export type FileEncoding =
  | 'base64'

/** A file of the connected drive with its text. */
export interface DriveFileText {
  /** Id of the file in the drive; `files.driveread` takes it. */
  id: string
  /** Name of the file. */
  name: string
  /** Content type as the drive gives it; for the drive's own documents its own type. */
  type: string
  /** Size in bytes; absent for the drive's own documents, which have none. */
  size_bytes?: number
  /** Where the file opens in the drive. */
  url?: string
  /** When the file was last changed. */
  updated?: string
  /** What the text is: `text/plain`, `text/csv` or `application/json`, or another kind of text. */
  text_type: string
  /** The file's text, at most 1 MiB. */
  text: string
  /** True when the file is longer than the text given here. */
  is_truncated: boolean
}

/** One page of files found in the connected drive. */
export interface DriveFilePage {
  /** The files of this page. */
  items: DriveFile[]
  /** Send it as `page` for the next page; absent on the last page. */
  next_page?: string
}

/** A stored file with its content. */
export interface StoredFileContent {
  /** Id of the file. */
  id: string
  /** Name with its extension, without folders. */
  name: string
  /** Content type, such as `text/csv` or `image/png`. */
  type: string
  /** Size of the content in bytes. */
  size_bytes: number
  /** SHA-256 of the content in lower-case hexadecimal. */
  sha256: string
  /** True when anyone with the URL may read the file, false when only its owner may. */
  public: boolean
  /** Where the file can be downloaded. */
  url: string
  /** When the file was stored. */
  created: string
  /** When the file was stored, shared or made private, whichever was last. */
  updated: string
  /** The content: plain text, or base64 when `encoding` says so. */
  content: string
  /** `base64` when the content is not text; absent for text. `files.put` takes both back as they are. */
  encoding?: FileEncoding
}

/** The caller's files and the room they take. */
export interface StoredFileList {
  /** The entries. */
  items: StoredFile[]
  /** Bytes that the caller's files take up in all. */
  used_bytes: number
  /** Bytes that they may take up in all. */
  quota_bytes: number
}

/** A stored file, without its content. */
export interface StoredFile {
  /** Id of the file. */
  id: string
  /** Name with its extension, without folders. */
  name: string
  /** Content type, such as `text/csv` or `image/png`. */
  type: string
  /** Size of the content in bytes. */
  size_bytes: number
  /** SHA-256 of the content in lower-case hexadecimal. */
  sha256: string
  /** True when anyone with the URL may read the file, false when only its owner may. */
  public: boolean
  /** Where the file can be downloaded. */
  url: string
  /** When the file was stored. */
  created: string
  /** When the file was stored, shared or made private, whichever was last. */
  updated: string
}

/** A file in the connected cloud drive. */
export interface DriveFile {
  /** Id of the file in the drive; `files.driveread` takes it. */
  id: string
  /** Name of the file. */
  name: string
  /** Content type as the drive gives it; for the drive's own documents its own type. */
  type: string
  /** Size in bytes; absent for the drive's own documents, which have none. */
  size_bytes?: number
  /** Where the file opens in the drive. */
  url?: string
  /** When the file was last changed. */
  updated?: string
}

export interface FilesMethods {
  /**
   * Delete a file
   *
   * Deletes one of the caller's files for good. One that does not exist or is not the caller's is `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.files.delete({ id: 'file_01k9y3r2s4t6v8w0x2y4z6a8b0' })
   */
  readonly delete: Method<FilesDeleteArgs, Deleted>
  /**
   * Read a file of the connected drive
   *
   * The text of one file in the caller's connected cloud drive. Documents and presentations come as plain text, sheets
   * as the CSV of their first sheet, text and JSON files as they are; any other type is refused by name
   * (`failed_precondition`). It only reads. Without a connected drive the answer is `failed_precondition`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.files.driveread({ id: '1oQ7fXk2vR9mZc4Lw8Yt3Bn6Hd5Js0Pa' })
   */
  readonly driveread: Method<FilesDrivereadArgs, DriveFileText>
  /**
   * Search the connected drive
   *
   * Searches the caller's connected cloud drive by names and contents; without a query, the files changed last. It only
   * reads. The drive is connected in the account's settings; without that, or when the connection has expired, the
   * answer is `failed_precondition`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.files.drivesearch({ query: 'orchard', limit: 10 })
   */
  readonly drivesearch: PagedMethod<FilesDrivesearchArgs, DriveFilePage>
  /**
   * Read a file
   *
   * A file with its content: one of the caller's, or a public one of someone else. Text comes as it is, anything else in
   * base64. A private file of someone else is `not_found`. The file's `url` gives the bare bytes.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.files.get({ id: 'file_01k9y3r2s4t6v8w0x2y4z6a8b0' })
   */
  readonly get: Method<FilesGetArgs, StoredFileContent>
  /**
   * List files
   *
   * All of the caller's files without their contents, newest first, with the room they take.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.files.list()
   */
  readonly list: Method<NoArgs, StoredFileList>
  /**
   * Store a file
   *
   * Stores a file under a new id and answers its URL. The file is private until `files.share` makes it public, and a
   * file of the same name stays beside it. A file is at most 10 MiB, and an account's files together at most 200 MiB:
   * what would go beyond is refused and nothing is stored.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.files.put({ name: 'harvest-2026.csv', content: 'tree,kg\nBramley,148\nCox,61.5\nEgremont Russet,39\nQuince,12\n' })
   */
  readonly put: Method<FilesPutArgs, StoredFile>
  /**
   * Share a file or make it private
   *
   * Makes one of the caller's files readable by anyone with its URL, or private again. A copy of a public file can stay
   * in caches for up to five minutes after it was made private.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.files.share({ id: 'file_01k9y3r2s4t6v8w0x2y4z6a8b0', public: true })
   */
  readonly share: Method<FilesShareArgs, StoredFile>
}

export interface FlightsAirportArgs {
  /**
   * IATA code (`LHR`), ICAO code (`EGLL`) or name of the airport, regardless of case.
   *
   * @maxLength 200
   */
  code: string
}

export interface FlightsOverheadArgs {
  /**
   * A town or place, or an airport's name or code. Needed unless `lat` and `lon` are given.
   *
   * @maxLength 200
   */
  near?: string
  /**
   * Degrees north; together with `lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  lat?: number
  /**
   * Degrees east; together with `lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  lon?: number
  /**
   * Radius in nautical miles.
   *
   * @default 30
   * @minimum 1
   * @maximum 250
   */
  radius?: number
}

export interface FlightsStatusArgs {
  /**
   * IATA flight number, such as `BA117` or `BA 117`. Needed unless `airport` is given; decides when both are.
   *
   * @minLength 3
   * @maxLength 8
   */
  flight?: string
  /**
   * IATA code of an airport whose board is read, such as `LHR`.
   *
   * @minLength 3
   * @maxLength 3
   */
  airport?: string
  /**
   * Which side of the airport's board is read.
   *
   * @default 'arrivals'
   */
  direction?: FlightBoard
}

export interface FlightsTrackArgs {
  /**
   * Flight number (`BA117`), radio callsign (`BAW117`) or registration (`G-ZBKL`), regardless of case.
   *
   * @minLength 2
   * @maxLength 20
   */
  flight: string
}

/** Which side of an airport's board is read. */
export type FlightBoard =
  | 'arrivals'
  | 'departures'

/** What moves at and around an airport. */
export interface FlightAirportTraffic {
  /** The airport. */
  airport: FlightAirport
  /** Aircraft on the ground within 5 nautical miles, nearest first. */
  on_ground: FlightNearby[]
  /** Aircraft that descend below 18,000 feet within 30 nautical miles, nearest first. */
  on_approach: FlightNearby[]
  /** Aircraft that climb below 18,000 feet within 30 nautical miles, nearest first. */
  climbing_out: FlightNearby[]
  /** The traffic in sentences, at most ten aircraft of each kind. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** The aircraft near a place. */
export interface FlightsNearby {
  /** The aircraft, nearest first. */
  items: FlightNearby[]
  /** The place as it was understood: an airport's or a town's name, or the coordinates. */
  place: string
  /** Degrees north of the place. */
  lat: number
  /** Degrees east of the place. */
  lon: number
  /** Radius that was searched, in nautical miles. */
  radius_nm: number
  /** The aircraft in sentences, the nearest twenty of them. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** What the timetable says. */
export interface ScheduledFlights {
  /** The flights, earliest first, at most twenty. */
  items: ScheduledFlight[]
  /** The flights in sentences, with times as the airports' boards show them. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** The aircraft that fly under a number, a callsign or a registration. */
export interface FlightsTracked {
  /**
   * The aircraft that were found. An empty list means that no receiver hears one now: it has not left, has landed or is
   * out of range. It says nothing about a cancellation.
   */
  items: FlightTracked[]
  /** The finding in sentences. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** An airport. */
export interface FlightAirport {
  /** Three-letter IATA code; absent where the airport has none. */
  iata?: string
  /** Four-letter ICAO code. */
  icao: string
  /** Name of the airport. */
  name: string
  /** City it serves. */
  city?: string
  /** Country, ISO 3166-1 alpha-2. */
  country: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
}

/** An aircraft and how far it is from the place that was asked for. */
export interface FlightNearby {
  /** The aircraft's 24-bit ICAO address, six hexadecimal digits. */
  hex: string
  /** Callsign it uses on the radio, such as `BAW117`. */
  callsign?: string
  /** Flight number that follows from the callsign, such as `BA117`; absent where the airline is not known. */
  flight?: string
  /** Name of the airline. */
  airline?: string
  /** Registration painted on the aircraft, such as `G-ZBKL`. */
  registration?: string
  /** ICAO designator of the type, such as `B789`. */
  type_code?: string
  /** Name of the type, such as `Boeing 787-9`. */
  type_name?: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Whether it stands or taxis on the ground. */
  on_ground: boolean
  /** Barometric height in feet above standard pressure; absent on the ground. */
  altitude_ft?: number
  /** Rate of climb in feet a minute, negative in descent. */
  climb_fpm?: number
  /** Speed over the ground in knots. */
  speed_kt?: number
  /** Direction of travel over the ground, degrees clockwise from true north. */
  heading_deg?: number
  /** Transponder code, four octal digits. */
  squawk?: string
  /** Emergency that the transponder code stands for; absent where there is none. */
  emergency?: FlightEmergency
  /** When this position was received. */
  observed: string
  /** Distance over the ground in nautical miles. */
  distance_nm: number
  /** Where to look from the place: degrees clockwise from true north. */
  bearing_deg: number
  /** The same as a point of the compass. */
  direction: FlightDirection
}

/** A scheduled flight on one day. */
export interface ScheduledFlight {
  /** IATA flight number, such as `BA117`. */
  flight: string
  /** Name of the airline. */
  airline?: string
  /** Day of the departure, by the calendar of the airport it leaves from. */
  day: string
  /** How far it has come. */
  status: FlightState
  /** Where and when it leaves. */
  departure: FlightStop
  /** Where and when it arrives. */
  arrival: FlightStop
  /** Registration of the aircraft, once it is known. */
  registration?: string
}

/** An aircraft in the air and the airport it is nearest to. */
export interface FlightTracked {
  /** The aircraft's 24-bit ICAO address, six hexadecimal digits. */
  hex: string
  /** Callsign it uses on the radio, such as `BAW117`. */
  callsign?: string
  /** Flight number that follows from the callsign, such as `BA117`; absent where the airline is not known. */
  flight?: string
  /** Name of the airline. */
  airline?: string
  /** Registration painted on the aircraft, such as `G-ZBKL`. */
  registration?: string
  /** ICAO designator of the type, such as `B789`. */
  type_code?: string
  /** Name of the type, such as `Boeing 787-9`. */
  type_name?: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Whether it stands or taxis on the ground. */
  on_ground: boolean
  /** Barometric height in feet above standard pressure; absent on the ground. */
  altitude_ft?: number
  /** Rate of climb in feet a minute, negative in descent. */
  climb_fpm?: number
  /** Speed over the ground in knots. */
  speed_kt?: number
  /** Direction of travel over the ground, degrees clockwise from true north. */
  heading_deg?: number
  /** Transponder code, four octal digits. */
  squawk?: string
  /** Emergency that the transponder code stands for; absent where there is none. */
  emergency?: FlightEmergency
  /** When this position was received. */
  observed: string
  /** The major airport it is nearest to. */
  nearest_airport: FlightNearestAirport
}

/** What an aircraft signals with an emergency transponder code. */
export type FlightEmergency =
  | 'hijack'
  | 'radio_failure'
  | 'general'

/** The eight points of the compass. */
export type FlightDirection =
  | 'N'
  | 'NE'
  | 'E'
  | 'SE'
  | 'S'
  | 'SW'
  | 'W'
  | 'NW'

/** How far a scheduled flight has come. */
export type FlightState =
  | 'scheduled'
  | 'active'
  | 'landed'
  | 'cancelled'
  | 'diverted'
  | 'incident'
  | 'unknown'

/** One end of a scheduled flight. Times the provider does not give are absent and never guessed. */
export interface FlightStop {
  /** Name of the airport. */
  airport: string
  /** IATA code of the airport. */
  iata: string
  /** IANA time zone of the airport, to show the times as its boards do. */
  timezone?: string
  /** Time in the timetable. */
  scheduled?: string
  /** Time that is expected now. */
  estimated?: string
  /** Time at which it happened. */
  actual?: string
  /** How late it is, in seconds. */
  delay_s?: number
  /** Terminal. */
  terminal?: string
  /** Gate. */
  gate?: string
  /** Baggage belt. */
  baggage?: string
}

/** The airport an aircraft is nearest to. */
export interface FlightNearestAirport {
  /** Three-letter IATA code; absent where the airport has none. */
  iata?: string
  /** Four-letter ICAO code. */
  icao: string
  /** Name of the airport. */
  name: string
  /** City it serves. */
  city?: string
  /** Country, ISO 3166-1 alpha-2. */
  country: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Distance from the airport in nautical miles. */
  distance_nm: number
  /** Where the aircraft is, seen from the airport. */
  direction: FlightDirection
}

export interface FlightsMethods {
  /**
   * Show an airport's live traffic
   *
   * What moves at an airport now: aircraft on the ground, on approach and climbing out.
   *
   * These are live positions, not a timetable: `flights.status` reads the boards. An airport that is not known by code
   * or name is a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.flights.airport({ code: 'LHR' })
   */
  readonly airport: Method<FlightsAirportArgs, FlightAirportTraffic>
  /**
   * List the aircraft overhead
   *
   * The aircraft that are around a place now, nearest first, with height, speed, heading and distance.
   *
   * The place is `lat` and `lon`, or a name in `near`; with both, the coordinates decide. A name is looked for among
   * the airports first (three letters are an IATA code, four an ICAO code), then among all places; one that is not
   * found is a 400. Positions come from volunteers' receivers: where there are none, the list is empty.
   *
   * Needs no token.
   *
   * @example await onedoor.flights.overhead({ near: 'Windsor', radius: 15 })
   */
  readonly overhead: Method<FlightsOverheadArgs, FlightsNearby>
  /**
   * Look up scheduled flights
   *
   * Scheduled, estimated and actual times: of one flight by its number, or of an airport's arrivals or departures.
   *
   * One of `flight` and `airport` is needed. A flight number the timetable does not know is a 400 and costs nothing; a
   * board without flights is an empty list. The instance needs a timetable provider: without one the answer is a 503
   * that names the setting.
   *
   * Costs 3 credits a call.
   *
   * @example await onedoor.flights.status({ flight: 'BA117' })
   */
  readonly status: Method<FlightsStatusArgs, ScheduledFlights>
  /**
   * Track a flight
   *
   * Where a flight is now, by its flight number, radio callsign or registration.
   *
   * Only aircraft in the air and in range of a receiver are found. Finding nothing answers 200 with an empty list, and
   * it does not mean that the flight is cancelled: `flights.status` knows that.
   *
   * Needs no token.
   *
   * @example await onedoor.flights.track({ flight: 'BA117' })
   */
  readonly track: Method<FlightsTrackArgs, FlightsTracked>
}

export interface FoodHygieneArgs {
  /**
   * Name of the business, or a part of it.
   *
   * @maxLength 200
   */
  name?: string
  /**
   * Town, street or postcode. Not used when a point is given.
   *
   * @maxLength 200
   */
  where?: string
  /**
   * Degrees north; together with `lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  lat?: number
  /**
   * Degrees east; together with `lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  lon?: number
  /**
   * How many businesses at most.
   *
   * @default 10
   * @minimum 1
   * @maximum 30
   */
  limit?: number
}

export interface FoodProductArgs {
  /**
   * Barcode: 6 to 14 digits.
   *
   * @minLength 6
   * @maxLength 14
   */
  barcode: string
}

/** The food businesses that match. */
export interface FoodBusinesses {
  /** The businesses: nearest first around a point, else by how well they match. */
  items: FoodBusiness[]
  /** How many match in all; `items` holds at most `limit` of them. */
  total: number
  /** The ratings in sentences. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** A packaged food. What nobody has recorded is absent. */
export interface FoodProduct {
  /** Barcode, as the database holds it: it may have leading zeros that the question had not. */
  barcode: string
  /** Name of the product. */
  name?: string
  /** Brands, in the order of the packet. */
  brands: string[]
  /** Amount in the packet, such as `300 g`. */
  quantity?: string
  /** List of ingredients as printed. */
  ingredients?: string
  /** Allergens it contains. Empty does not mean free of allergens: see `allergens_recorded`. */
  allergens: string[]
  /** Allergens it may contain traces of. */
  traces: string[]
  /** Whether anyone has recorded allergens or traces. When false, only the packet can tell. */
  allergens_recorded: boolean
  /** Whether it is vegan; absent where that is not known. */
  vegan?: boolean
  /** Whether it is vegetarian; absent where that is not known. */
  vegetarian?: boolean
  /** Nutrition in 100 g or 100 ml. */
  nutrition_per_100g: FoodNutrition
  /** Nutrition grade, Nutri-Score. */
  nutri_score?: FoodGrade
  /** How far it is processed. */
  processing?: FoodProcessing
  /** Page of the product. */
  url: string
  /** The product in sentences, allergens first. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** A food business and its last inspection. */
export interface FoodBusiness {
  /** Number of the business at the Food Standards Agency. */
  id: string
  /** Name of the business. */
  name: string
  /** What kind of business it is, such as `Restaurant/Cafe/Canteen`. */
  kind: string
  /** The rating in words: `5`, `Pass`, `Improvement Required`, `Awaiting Inspection`, `Exempt`. */
  rating: string
  /** The rating as a number, 0 (urgent improvement needed) to 5 (very good); absent in Scotland and where there is none. */
  rating_value?: number
  /** The scheme of the rating. */
  scheme: FoodHygieneScheme
  /** Day of the inspection; absent before the first one. */
  rated_on?: string
  /** Whether a newer rating waits to be published. */
  new_rating_pending: boolean
  /** Penalty points of the inspection; absent in Scotland and before the first inspection. */
  scores?: FoodHygieneScores
  /** Address in one line; absent where the business is run from a private home. */
  address?: string
  /** Postcode. */
  postcode?: string
  /** The council that inspects it. */
  local_authority: string
  /** Degrees north. */
  lat?: number
  /** Degrees east. */
  lon?: number
  /** Distance in kilometres from the point that was asked for. */
  distance_km?: number
  /** Page of the business with its rating. */
  url: string
}

/** Nutrition in 100 grams, or in 100 millilitres of a drink. What the packet does not say is absent. */
export interface FoodNutrition {
  /** Energy in kilocalories. */
  energy_kcal?: number
  /** Fat in grams. */
  fat_g?: number
  /** Saturated fat in grams. */
  saturated_fat_g?: number
  /** Carbohydrate in grams. */
  carbohydrate_g?: number
  /** Sugars in grams. */
  sugars_g?: number
  /** Fibre in grams. */
  fibre_g?: number
  /** Protein in grams. */
  protein_g?: number
  /** Salt in grams. */
  salt_g?: number
}

/** Nutri-Score, from the best to the worst. */
export type FoodGrade =
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | 'E'

/** How far a food is processed, in the four groups of the NOVA classification. */
export type FoodProcessing =
  | 'unprocessed'
  | 'culinary_ingredient'
  | 'processed'
  | 'ultra_processed'

/** The scheme a business is rated under. */
export type FoodHygieneScheme =
  | 'FHRS'
  | 'FHIS'

/** Penalty points of an inspection: the fewer, the better. */
export interface FoodHygieneScores {
  /** Points for the handling of food, 0 (very good) to 25. */
  hygiene: number
  /** Points for the state of the building, 0 (very good) to 25. */
  structural: number
  /** Points for how well the management can be trusted, 0 (very good) to 30. */
  management: number
}

export interface FoodMethods {
  /**
   * Find hygiene ratings
   *
   * Hygiene ratings of food businesses in the United Kingdom.
   *
   * Around a point (`lat` and `lon`) within about three kilometres, or by `name`, or `where`, or both; at least one of
   * them is needed. Scotland rates with a pass or without one, the other countries from 0 to 5. Nothing that matches is
   * an empty list.
   *
   * Needs no token.
   *
   * @example await onedoor.food.hygiene({ name: 'Steep Hill Tearoom', where: 'Lincoln' })
   */
  readonly hygiene: Method<FoodHygieneArgs, FoodBusinesses>
  /**
   * Look up a food by its barcode
   *
   * A packaged food by its barcode: name, brand, ingredients, allergens, nutrition in 100 g, nutrition grade and
   * processing.
   *
   * The data are gathered by volunteers. An allergen that is not listed may still be in the food; `allergens_recorded`
   * tells whether anyone has looked. A barcode that nobody has recorded is a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.food.product({ barcode: '5012345678900' })
   */
  readonly product: Method<FoodProductArgs, FoodProduct>
}

export interface GroupsCreateArgs {
  /**
   * Name of the group.
   *
   * @maxLength 100
   */
  name: string
  /**
   * True lets only end-to-end encrypted chat clients write. It cannot be changed later.
   *
   * @default false
   */
  encrypted?: boolean
}

export interface GroupsReadArgs {
  /**
   * Id of the group.
   *
   * @maxLength 200
   */
  id: string
}

export interface GroupsUpdateArgs {
  /**
   * Id of the group.
   *
   * @maxLength 200
   */
  id: string
  /** What to do. */
  action: GroupAction
  /**
   * Username of the person it concerns, in any case; `remove` without it means the caller.
   *
   * @maxLength 25
   */
  account?: string
  /**
   * For `role` the new role: `member`, `admin` or `owner`. For `rename` the new name, at most 100 characters.
   *
   * @maxLength 100
   */
  value?: string
}

/** What to do with a group. */
export type GroupAction =
  | 'invite'
  | 'accept'
  | 'decline'
  | 'remove'
  | 'role'
  | 'rename'
  | 'delete'

/** A private group with its members. */
export interface Group {
  /** Id of the group. */
  id: string
  /** Name of the group. */
  name: string
  /** True when only end-to-end encrypted chat clients may write; fixed when the group is created. */
  encrypted: boolean
  /** Username of the owner. */
  owner: string
  /** The caller's own role. */
  role: GroupRole
  /** How many members there are, the owner among them. */
  member_count: number
  /** Id of the group's chat room; `chat.messages` and `chat.send` take it. */
  room: string
  /** When the group was created. */
  created: string
  /** When its name, members, roles or invitations last changed. */
  updated: string
  /** The members, in the order in which they joined. */
  members: GroupMember[]
  /** Open invitations, oldest first; only the owner and admins see them. */
  invitations?: GroupInvitee[]
}

/** The caller's groups and the invitations that wait for an answer. */
export interface GroupList {
  /** The entries. */
  items: GroupSummary[]
  /** Open invitations to the caller, newest first. */
  invitations: GroupInvitation[]
}

/** What was done. */
export interface GroupChange {
  /** Id of the group. */
  id: string
  /** What was done. */
  action: GroupAction
  /** Username of the person it was done to; absent for `rename` and `delete`. */
  account?: string
  /** The group as it is now; absent when the caller is no longer in it or it is closed. */
  group?: Group
}

/** What a member may do. */
export type GroupRole =
  | 'member'
  | 'admin'
  | 'owner'

/** A member of a group. */
export interface GroupMember {
  /** Username of the member. */
  account: string
  /** What the member may do. */
  role: GroupRole
  /** When the member joined. */
  joined: string
}

/** Someone who was invited and has not answered. */
export interface GroupInvitee {
  /** Username of the invited person. */
  account: string
  /** Username of the member who invited. */
  invited_by: string
  /** When the invitation was sent. */
  created: string
  /** When the invitation lapses: seven days after it was last sent. */
  expires: string
}

/** A private group as the caller sees it, without its members. */
export interface GroupSummary {
  /** Id of the group. */
  id: string
  /** Name of the group. */
  name: string
  /** True when only end-to-end encrypted chat clients may write; fixed when the group is created. */
  encrypted: boolean
  /** Username of the owner. */
  owner: string
  /** The caller's own role. */
  role: GroupRole
  /** How many members there are, the owner among them. */
  member_count: number
  /** Id of the group's chat room; `chat.messages` and `chat.send` take it. */
  room: string
  /** When the group was created. */
  created: string
  /** When its name, members, roles or invitations last changed. */
  updated: string
}

/** An invitation that waits for the caller's answer. */
export interface GroupInvitation {
  /** Id of the group; `groups.update` takes it with `accept` or `decline`. */
  id: string
  /** Name of the group. */
  name: string
  /** Username of the member who invited the caller. */
  invited_by: string
  /** When the invitation was sent. */
  created: string
  /** When the invitation lapses. */
  expires: string
}

export interface GroupsMethods {
  /**
   * Create a group
   *
   * Creates a private group with the caller as its owner. Others come in by invitation. With `encrypted` the group's
   * chat takes messages from end-to-end encrypted chat clients only: the server has no key, the web chat cannot show
   * them, and `chat.send` is refused. An account can own 50 groups.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.groups.create({ name: 'Orchard committee' })
   */
  readonly create: Method<GroupsCreateArgs, Group>
  /**
   * List groups and invitations
   *
   * The groups the caller belongs to, newest first, and the invitations that wait for the caller's answer.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.groups.list()
   */
  readonly list: Method<NoArgs, GroupList>
  /**
   * Read a group
   *
   * One group the caller belongs to, with its members; `room` opens its chat. An invitation must be accepted first: to
   * anyone who is not a member the group is `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.groups.read({ id: 'group_01k9y2x1y3z5a7b9c1d3e5f7g9' })
   */
  readonly read: Method<GroupsReadArgs, Group>
  /**
   * Change a group
   *
   * Changes a group's members, roles or name, answers an invitation, or closes the group.
   *
   * - `invite` needs `account`, someone with an account here who is not a member. The invitation lapses after seven days.
   * Members and open invitations together are at most 100.
   * - `accept` and `decline` answer the caller's own open invitation.
   * - `remove` takes out `account`, or withdraws its invitation; without `account` the caller leaves. Only the owner
   * removes an admin. The owner cannot be removed and must first make someone else the owner.
   * - `role` needs `account`, another member, and `value`. Giving `owner` away makes the caller an admin.
   * - `rename` needs `value`.
   * - `delete` closes the group for everyone.
   *
   * A move that the caller's role does not allow, or that the group's state forbids, is `failed_precondition`. A group
   * the caller neither belongs to nor is invited to is `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.groups.update({ id: 'group_01k9y2x1y3z5a7b9c1d3e5f7g9', action: 'invite', account: 'omar' })
   */
  readonly update: Method<GroupsUpdateArgs, GroupChange>
}

export interface HazardsAlertsArgs {
  /**
   * Lowest level to list: `orange` lists orange and red.
   *
   * @default 'green'
   */
  level?: HazardLevel
  /**
   * Degrees north; together with `lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  lat?: number
  /**
   * Degrees east; together with `lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  lon?: number
  /**
   * Radius around the point in kilometres, 1000 when omitted. Needs a point.
   *
   * @minimum 1
   * @maximum 20040
   */
  within_km?: number
}

export interface HazardsFloodsArgs {
  /**
   * Degrees north; together with `lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  lat?: number
  /**
   * Degrees east; together with `lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  lon?: number
  /**
   * Radius around the point in kilometres, 30 when omitted. Needs a point.
   *
   * @minimum 1
   * @maximum 20040
   */
  within_km?: number
  /**
   * List only warnings and severe warnings, no alerts.
   *
   * @default false
   */
  severe?: boolean
}

export interface HazardsQuakesArgs {
  /**
   * Smallest magnitude to list.
   *
   * @default 2.5
   * @minimum 0
   * @maximum 10
   */
  min?: number
  /**
   * How far back to look.
   *
   * @default 'day'
   */
  period?: HazardPeriod
  /**
   * Degrees north; together with `lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  lat?: number
  /**
   * Degrees east; together with `lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  lon?: number
  /**
   * Radius around the point in kilometres, 500 when omitted. Needs a point.
   *
   * @minimum 1
   * @maximum 20040
   */
  within_km?: number
}

/** How much humanitarian impact is expected, from the least to the worst. */
export type HazardLevel =
  | 'green'
  | 'orange'
  | 'red'

/** How far back earthquakes are listed. */
export type HazardPeriod =
  | 'hour'
  | 'day'
  | 'week'
  | 'month'

/** Current disasters. */
export interface HazardAlerts {
  /** The disasters: nearest first around a point, else the worst first and the newest of those. */
  items: HazardAlert[]
  /** The disasters in sentences, the first fifteen of them. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** Flood messages in force in England. */
export interface HazardFloods {
  /** The messages: the most severe first, and of those the nearest. */
  items: HazardFlood[]
  /** The messages in sentences, the first fifteen of them, and that they cover England only. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** Recent earthquakes. */
export interface HazardQuakes {
  /** The earthquakes: nearest first around a point, else newest first. */
  items: HazardQuake[]
  /** The earthquakes in sentences, the first fifteen of them. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** A disaster that goes on now. */
export interface HazardAlert {
  /** Id of the event at the provider, such as `TC1001234`. */
  id: string
  /** What kind of disaster it is. */
  kind: HazardKind
  /** Expected impact. */
  level: HazardLevel
  /** Name of the event. */
  name: string
  /** Countries it affects. */
  countries: string[]
  /** How strong it is, in words. */
  severity?: string
  /** When it began. */
  started: string
  /** When it was last seen. */
  observed: string
  /** When the alert was last changed. */
  updated: string
  /** Degrees north of its centre. */
  lat: number
  /** Degrees east of its centre. */
  lon: number
  /** Distance of its centre in kilometres from the point that was asked for. */
  distance_km?: number
  /** Agency that reported it, such as `JTWC`. */
  reported_by?: string
  /** Page of the event. */
  url: string
}

/** A flood message for an area of England. */
export interface HazardFlood {
  /** Id of the message. */
  id: string
  /** Code of the flood area. */
  area_id: string
  /** Name of the flood area. */
  area: string
  /** Counties the area lies in. */
  county?: string
  /** The river or sea that floods. */
  river_or_sea?: string
  /** How serious it is. */
  severity: HazardFloodSeverity
  /** What the agency says, in full. */
  message: string
  /** Whether tides or waves cause it. */
  tidal: boolean
  /** When the message was raised. */
  raised: string
  /** When its text was last changed. */
  updated: string
  /** Degrees north of the area's middle. */
  lat?: number
  /** Degrees east of the area's middle. */
  lon?: number
  /** Distance of the area's middle in kilometres from the point that was asked for. */
  distance_km?: number
}

/** An earthquake. */
export interface HazardQuake {
  /** Id of the earthquake at the provider. */
  id: string
  /** Magnitude. */
  magnitude: number
  /** Scale of the magnitude, such as `mww`. */
  magnitude_type?: string
  /** Where it was, in words. */
  place?: string
  /** When it was. */
  occurred: string
  /** How long ago it was, in seconds. */
  age_s: number
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Depth in kilometres. */
  depth_km: number
  /**
   * Whether a tsunami bulletin exists for it. That does not mean that a wave is coming: follow the local warning
   * centre.
   */
  tsunami: boolean
  /** Expected loss of life and property, once it has been estimated. */
  impact?: HazardImpact
  /** Whether a seismologist has looked at it; false while the values come from instruments alone. */
  reviewed: boolean
  /** Distance in kilometres from the point that was asked for. */
  distance_km?: number
  /** Page of the earthquake. */
  url: string
}

/** What kind of disaster it is. */
export type HazardKind =
  | 'cyclone'
  | 'flood'
  | 'volcano'
  | 'wildfire'
  | 'earthquake'
  | 'tsunami'
  | 'drought'

/** What a flood message asks people to do, from the worst to the least. */
export type HazardFloodSeverity =
  | 'severe_warning'
  | 'warning'
  | 'alert'

/** The colours of an impact estimate, from the least to the worst. */
export type HazardImpact =
  | 'green'
  | 'yellow'
  | 'orange'
  | 'red'

export interface HazardsMethods {
  /**
   * List current disasters
   *
   * Disasters that go on now anywhere in the world: cyclones, floods, volcanoes, wildfires, earthquakes and the like.
   *
   * `level` is a floor. Around a point the list is sorted by distance from the event's centre; a large event can reach
   * further than `within_km` from it. An automatic estimate, not a warning: local authorities decide.
   *
   * Needs no token.
   *
   * @example await onedoor.hazards.alerts({ level: 'orange', lat: 14.5995, lon: 120.9842 })
   */
  readonly alerts: Method<HazardsAlertsArgs, HazardAlerts>
  /**
   * List flood warnings in England
   *
   * Flood alerts and warnings in force, in England only; Scotland and Wales have their own agencies.
   *
   * They say what is expected, not what has happened. Messages that are no longer in force are left out.
   *
   * Needs no token.
   *
   * @example await onedoor.hazards.floods({ lat: 52.1936, lon: -2.2216, severe: true })
   */
  readonly floods: Method<HazardsFloodsArgs, HazardFloods>
  /**
   * List recent earthquakes
   *
   * Recent earthquakes in the whole world, or around a point, with magnitude, place and age.
   *
   * Small ones are recorded only where there are many instruments. Values are revised for days after the event.
   *
   * Needs no token.
   *
   * @example await onedoor.hazards.quakes({ min: 4.5, period: 'day', lat: 35.6762, lon: 139.6503 })
   */
  readonly quakes: Method<HazardsQuakesArgs, HazardQuakes>
}

export interface ImagesDailyArgs {
  /**
   * The day; omitted: the current picture.
   *
   * @format date
   */
  date?: string
}

export interface ImagesDeleteArgs {
  /**
   * Id of one of the caller's pictures.
   *
   * @maxLength 200
   */
  id: string
}

export interface ImagesGenerateArgs {
  /**
   * What to draw.
   *
   * @maxLength 2000
   */
  prompt: string
}

export interface ImagesGetArgs {
  /**
   * Id of the picture.
   *
   * @maxLength 200
   */
  id: string
}

export interface ImagesListArgs {
  /**
   * Which pictures.
   *
   * @default 'public'
   */
  scope?: ImageScope
  /**
   * How many pictures at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
  /**
   * The `next_cursor` of the page before; keep `scope` unchanged.
   *
   * @maxLength 200
   */
  cursor?: string
}

export interface ImagesShareArgs {
  /**
   * Id of one of the caller's pictures.
   *
   * @maxLength 200
   */
  id: string
  /**
   * True publishes it, false makes it private again.
   *
   * @default true
   */
  public?: boolean
}

export interface ImagesUpdateArgs {
  /**
   * Id of one of the caller's pictures.
   *
   * @maxLength 200
   */
  id: string
  /**
   * New title; omitted keeps it.
   *
   * @maxLength 200
   */
  title?: string
  /**
   * New description; omitted keeps it.
   *
   * @maxLength 1000
   */
  description?: string
  /**
   * New tags in place of the old ones; omitted keeps them, an empty list removes them.
   *
   * @maxItems 30
   */
  tags?: string[]
}

export interface ImagesUploadArgs {
  /**
   * The picture in base64: PNG, JPEG or GIF, at most 512 KB (524,288 bytes) decoded and 8 megapixels. No `data:` prefix.
   *
   * @minLength 4
   * @maxLength 699052
   */
  data: string
  /**
   * What the picture shows.
   *
   * @maxLength 1000
   */
  description?: string
}

/** Which pictures to list. */
export type ImageScope =
  | 'mine'
  | 'public'
  | 'all'
  | 'daily'

/** A picture. */
export interface Image {
  /** Id of the picture. */
  id: string
  /** Address of the picture. A private one opens only for its owner. */
  url: string
  /** Title; empty where it has none. */
  title: string
  /** What it shows; empty where nobody said. */
  description: string
  /** Tags, in the order given. */
  tags: string[]
  /** Where it comes from. */
  origin: ImageOrigin
  /** The prompt it was generated from; only generated pictures of the caller have it. */
  prompt?: string
  /** The day it is the picture of; only daily pictures have it. */
  day?: string
  /** Whether everybody can see it. */
  public: boolean
  /** Username of its owner; daily pictures have none. */
  owner?: string
  /** Media type, such as `image/png`. */
  type: string
  /** Width in pixels. */
  width_px: number
  /** Height in pixels. */
  height_px: number
  /** Size in bytes. */
  size_bytes: number
  /** When it was stored. */
  created: string
  /** When its title, description, tags or visibility last changed. */
  updated: string
}

/** One page of a list, by cursor. */
export interface ImagePage {
  /** The entries of this page. */
  items: Image[]
  /** Send it as `cursor` for the next page; absent on the last page. */
  next_cursor?: string
}

/** Where a picture comes from. */
export type ImageOrigin =
  | 'uploaded'
  | 'generated'
  | 'daily'

export interface ImagesMethods {
  /**
   * Show the picture of the day
   *
   * The picture of the day, today's or an earlier one. A day without a picture is not found.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.images.daily({ date: '2026-11-21' })
   */
  readonly daily: Method<ImagesDailyArgs, Image>
  /**
   * Delete a picture
   *
   * Deletes one of the caller's pictures for good, also where it was published.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.images.delete({ id: 'image_01k9y3m8v7e3q8t5r2w4x6y8z0' })
   */
  readonly delete: Method<ImagesDeleteArgs, Deleted>
  /**
   * Generate a picture
   *
   * Generates a picture from a prompt and stores it, private to the caller. It can take two minutes. A prompt the provider
   * refuses costs nothing. Send an `Idempotency-Key`, so that a lost answer is not paid for twice.
   *
   * Needs a token of an account. Costs 19 credits a call.
   *
   * @example await onedoor.images.generate({ prompt: 'A lighthouse made of books, watercolour' })
   */
  readonly generate: Method<ImagesGenerateArgs, Image>
  /**
   * Show a picture
   *
   * Data and address of a picture: one of the caller's, a published one, or a picture of the day.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.images.get({ id: 'image_01k9y3m8v7e3q8t5r2w4x6y8z0' })
   */
  readonly get: Method<ImagesGetArgs, Image>
  /**
   * List pictures
   *
   * Pictures, newest first, page by page. Pictures added meanwhile neither repeat nor hide others.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.images.list({ scope: 'mine', limit: 20 })
   */
  readonly list: PagedMethod<ImagesListArgs, ImagePage>
  /**
   * Publish or unpublish a picture
   *
   * Publishes one of the caller's pictures, or makes it private again. Its address stays the same.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.images.share({ id: 'image_01k9y3m8v7e3q8t5r2w4x6y8z0', public: true })
   */
  readonly share: Method<ImagesShareArgs, Image>
  /**
   * Describe a picture
   *
   * Changes title, description or tags of one of the caller's pictures. What is omitted stays.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.images.update({ id: 'image_01k9y3m8v7e3q8t5r2w4x6y8z0', title: 'Ladder behind the shed', description: 'A long wooden ladder leaning on a green shed.', tags: ['garden'] })
   */
  readonly update: Method<ImagesUpdateArgs, Image>
  /**
   * Upload a picture
   *
   * Stores a picture, private to the caller. It is decoded and stored anew as PNG, so that hidden data such as the place it
   * was taken at are gone; of an animation the first picture is kept. Larger pictures are uploaded with a browser, up to
   * 8 MB.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.images.upload({ data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', description: 'A long wooden ladder leaning on a green shed.' })
   */
  readonly upload: Method<ImagesUploadArgs, Image>
}

export interface IslamReadArgs {
  /**
   * Path of the passage, as a search result gives it (`/quran/2/255`), or its full address on the source site.
   *
   * @maxLength 500
   */
  path: string
}

/** A passage in full. What is original, what is translated and what is explained stand apart. */
export interface IslamPassage {
  /** Path of the passage, such as `/quran/2/255`. */
  path: string
  /** The collection it belongs to. */
  collection: IslamCollection
  /** The work it is taken from. */
  work: string
  /** Where it stands in the work, as one would cite it, such as `Quran 2:255`. */
  reference: string
  /** Its heading: a chapter's name, a name of Allah, a question. */
  title?: string
  /** The text in its original language, usually Arabic. */
  original?: string
  /** How the original is read, in Latin letters. */
  transliteration?: string
  /** Its translation; or the text itself, of a work that was written in English. */
  translation?: string
  /** Explanation by a commentator; never a part of the text. */
  commentary?: string
  /** Who handed a saying down. */
  narrator?: string
  /** Page of the passage on the source site. */
  url: string
  /** The passage as readable text, each part under its own heading. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** The collection a passage belongs to; the first part of its path. */
export type IslamCollection =
  | 'quran'
  | 'hadith'
  | 'names'
  | 'seerah'
  | 'ghazali'
  | 'islamqa'
  | 'adhkar'
  | 'salihin'

export interface IslamMethods {
  /**
   * Read an Islamic text
   *
   * A passage from an Islamic text in full, with its source and its reference.
   *
   * The original, its translation and the commentary on it come in separate fields. An address on any other site, a
   * path without a known collection, and a passage that does not exist are a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.islam.read({ path: '/quran/112/1' })
   */
  readonly read: Method<IslamReadArgs, IslamPassage>
}

export interface MailInboxArgs {
  /**
   * Only mail to this plus-address tag.
   *
   * @maxLength 64
   */
  tag?: string
  /**
   * How many messages to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many messages at most.
   *
   * @default 10
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface MailInfoArgs {
  /**
   * A plus-address tag: the address in the answer carries it.
   *
   * @maxLength 64
   */
  tag?: string
}

export interface MailMarkreadArgs {
  /**
   * Ids of the messages that were read. Either this or `all`. One unknown id refuses the whole call.
   *
   * @minItems 1
   * @maxItems 500
   */
  ids?: string[]
  /** True for the whole inbox. Either this or `ids`. */
  all?: boolean
}

export interface MailReadArgs {
  /**
   * Id of the message. Omitted: a summary of the inbox, as older programs expect it.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * How many characters of the body to skip; send the `next_offset` of the page before.
   *
   * @default 0
   * @minimum 0
   * @maximum 100000000
   */
  offset?: number
  /**
   * How many characters of the body at most, counted in code points.
   *
   * @default 2000
   * @minimum 1
   * @maximum 2000
   */
  limit?: number
}

export interface MailSendArgs {
  /**
   * A username of this instance, or a full email address.
   *
   * @maxLength 254
   */
  to: string
  /**
   * Subject line.
   *
   * @maxLength 500
   */
  subject: string
  /**
   * The message, plain text.
   *
   * @maxLength 100000
   */
  body: string
}

export interface MailSourceArgs {
  /**
   * Id of the message, from `mail.sources`.
   *
   * @maxLength 200
   */
  id: string
}

export interface MailSourcesArgs {
  /**
   * How many messages to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many ids at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface MailWebmailreadArgs {
  /**
   * Id of the message, from `mail.webmailsearch`.
   *
   * @maxLength 200
   */
  id: string
}

export interface MailWebmailsearchArgs {
  /**
   * Words to look for, or the provider's own search terms such as `is:unread`. Omitted: everything of the last seven days.
   *
   * @maxLength 500
   */
  query?: string
  /**
   * The `next_cursor` of the page before; keep `query` unchanged.
   *
   * @maxLength 200
   */
  page?: string
  /**
   * How many messages at most.
   *
   * @default 10
   * @minimum 1
   * @maximum 20
   */
  limit?: number
}

/** A page of the inbox. */
export interface MailInbox {
  /** The entries of this page. */
  items: MailSummary[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
  /** How many messages of the whole inbox are unread. */
  unread: number
  /** The page as text, one message a line. */
  text: string
}

/** Where the caller's mail arrives. */
export interface MailInfo {
  /** The caller's handle: mail to it from this instance always arrives. */
  handle: string
  /** The full email address, with the tag where one was given; absent when the instance has no mail domain. */
  address?: string
  /** The instance's mail domain; absent when it has none. */
  domain?: string
  /** Whether mail from outside this instance can arrive. */
  receives_outside: boolean
  /** The same in a sentence. */
  text: string
}

/** What became of a read status. */
export interface MailMarked {
  /** How many messages changed. */
  changed: number
  /** How many messages of the inbox are still unread. */
  unread: number
}

/** A page of a message, or without an id a summary of the inbox. */
export interface MailReading {
  /** The message without its body; absent when no id was given. */
  message?: MailSummary
  /** This page of the body, or the inbox summary when no id was given. */
  text: string
  /** Length of the whole body in characters; absent when no id was given. */
  total?: number
  /** How many characters of the body come before this page; absent when no id was given. */
  offset?: number
  /** The `offset` of the next page of the body; absent on the last page. */
  next_offset?: number
}

/** A message that was sent. */
export interface MailSent {
  /** Id of the message in the caller's mailbox. */
  id: string
  /** Who it goes to. */
  to: MailParty
  /** Subject line. */
  subject: string
  /** How far it has come. */
  delivery: MailDelivery
  /** What it cost in credits; 0 to a username or an address of this instance. */
  credits: number
  /** When it was sent. */
  created: string
}

/** One page of a list, by offset. Name it: `model TaskPage is Page<Task>`. */
export interface MailSourcePage {
  /** The entries of this page. */
  items: StoredMessageRef[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
}

/** A message of the connected web-mail account. */
export interface WebmailMessage {
  /** Id of the message in the web-mail account. */
  id: string
  /** Id of the thread it belongs to. */
  thread_id: string
  /** Who wrote it. */
  from: MailParty
  /** Who it was written to. */
  to: MailParty[]
  /** Subject line; empty where it has none. */
  subject: string
  /** The beginning of the message, as the provider gives it. */
  snippet: string
  /** Address that opens the message in the web-mail account. */
  url: string
  /** When it arrived. */
  created: string
  /** The body as plain text: the plain part, or the text of the HTML part. */
  text: string
}

/** A page of messages of the connected web-mail account, newest first. */
export interface WebmailPage {
  /** The messages of this page. */
  items: WebmailSummary[]
  /** Send it as `page` for the next page; absent on the last page. */
  next_cursor?: string
}

/** A message as the inbox lists it. */
export interface MailSummary {
  /** Id of the message. */
  id: string
  /** Who wrote it. */
  from: MailParty
  /** Who it was written to. */
  to: MailParty[]
  /** Subject line; empty where it has none. */
  subject: string
  /** The beginning of the body, at most 140 characters. */
  snippet: string
  /** The plus-address tag it was sent to: `orders` for `rosa_m+orders@…`; absent without one. */
  tag?: string
  /** Whether it has not been read yet. */
  unread: boolean
  /** Names, types and sizes of what is attached. */
  attachments: MailAttachment[]
  /** When it arrived. */
  created: string
}

/** Someone who sends or receives mail. */
export interface MailParty {
  /** Full email address, or a username of this instance. */
  address: string
  /** Display name, where the message gives one. */
  name?: string
}

/** How far an outgoing message has come. */
export type MailDelivery =
  | 'delivered'
  | 'queued'

/** A message of the connected web-mail account, without its body. */
export interface WebmailSummary {
  /** Id of the message in the web-mail account. */
  id: string
  /** Id of the thread it belongs to. */
  thread_id: string
  /** Who wrote it. */
  from: MailParty
  /** Who it was written to. */
  to: MailParty[]
  /** Subject line; empty where it has none. */
  subject: string
  /** The beginning of the message, as the provider gives it. */
  snippet: string
  /** Address that opens the message in the web-mail account. */
  url: string
  /** When it arrived. */
  created: string
}

/** A file attached to a message. */
export interface MailAttachment {
  /** File name, as the sender gave it. */
  name: string
  /** Media type, such as `application/pdf`. */
  type: string
  /** Size in bytes. */
  size_bytes: number
}

export interface MailMethods {
  /**
   * List the inbox
   *
   * The most recent messages of the caller's inbox, newest first. Listing changes no read status.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.inbox({ tag: 'orders', offset: 0, limit: 10 })
   */
  readonly inbox: PagedMethod<MailInboxArgs, MailInbox>
  /**
   * Show the caller's address
   *
   * The caller's handle, the email address if the instance has a mail domain, and whether outside mail can arrive.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.info({ tag: 'orders' })
   */
  readonly info: Method<MailInfoArgs, MailInfo>
  /**
   * Mark messages as read
   *
   * Marks messages as read: those named by `ids`, or with `all` the whole inbox. Nothing but the read status changes.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.markread({ ids: ['mail_01k9y3m8v7e3q8t5r2w4x6y8z0'] })
   */
  readonly markread: Method<MailMarkreadArgs, MailMarked>
  /**
   * Read a message
   *
   * Reads a message in pages of its body, with the names of its attachments. Follow `next_offset` until it is absent. Reading
   * changes no read status; `mail.markread` does. Without an id the answer is a summary of the inbox.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.read({ id: 'mail_01k9y3m8v7e3q8t5r2w4x6y8z0', offset: 0, limit: 2000 })
   */
  readonly read: Method<MailReadArgs, MailReading>
  /**
   * Send mail
   *
   * Sends a plain-text message. To a username, or to an address of this instance, it is free. To any other address it leaves
   * over SMTP, needs the instance's mail domain, and is charged once the message is accepted; the answer says how much. A
   * name nobody here has is refused, and nothing is stored.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.send({ to: 'theo', subject: 'Ladder on Sunday', body: 'Yes, take it. It is behind the shed.' })
   */
  readonly send: Method<MailSendArgs, MailSent>
  /**
   * Read a stored message
   *
   * One stored message of the caller, sent or received, whole and in the form shared with texts and direct messages.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.source({ id: 'mail_01k9y3m8v7e3q8t5r2w4x6y8z0' })
   */
  readonly source: Method<MailSourceArgs, StoredMessage>
  /**
   * List stored messages
   *
   * Ids of all the caller's stored mail, sent and received, oldest first. Read each with `mail.source`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.sources({ offset: 0, limit: 20 })
   */
  readonly sources: PagedMethod<MailSourcesArgs, MailSourcePage>
  /**
   * Read a web-mail message
   *
   * Reads one message of the connected web-mail account, read-only: nothing changes there.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.webmailread({ id: '19a2c7f04b1e88d3' })
   */
  readonly webmailread: Method<MailWebmailreadArgs, WebmailMessage>
  /**
   * Search the connected web-mail
   *
   * Searches the connected web-mail account, read-only, and answers headers without bodies. Only the last seven days are
   * searched, whatever the terms say. Without a connected account the call is refused and says where to connect one.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.mail.webmailsearch({ query: 'is:unread dentist', limit: 5 })
   */
  readonly webmailsearch: PagedMethod<MailWebmailsearchArgs, WebmailPage>
}

export interface MapsAreaArgs {
  /**
   * Northern edge in degrees.
   *
   * @minimum -90
   * @maximum 90
   */
  north: number
  /**
   * Southern edge in degrees.
   *
   * @minimum -90
   * @maximum 90
   */
  south: number
  /**
   * Eastern edge in degrees.
   *
   * @minimum -180
   * @maximum 180
   */
  east: number
  /**
   * Western edge in degrees.
   *
   * @minimum -180
   * @maximum 180
   */
  west: number
  /**
   * Zoom level of the tiles.
   *
   * @minimum 0
   * @maximum 20
   */
  zoom: number
  /**
   * How the map looks.
   *
   * @default 'road'
   */
  style?: MapStyle
}

export interface MapsTileArgs {
  /**
   * Zoom level: 0 is the whole world in one tile, each level doubles the columns and the rows.
   *
   * @minimum 0
   * @maximum 20
   */
  z: number
  /**
   * Column, from 0 in the west to 2^z - 1.
   *
   * @minimum 0
   * @maximum 1048575
   */
  x: number
  /**
   * Row, from 0 in the north to 2^z - 1.
   *
   * @minimum 0
   * @maximum 1048575
   */
  y: number
  /**
   * How the map looks.
   *
   * @default 'road'
   */
  style?: MapStyle
}

/** How a map looks. */
export type MapStyle =
  | 'road'
  | 'outdoor'
  | 'light'

/** The tiles that cover a box. */
export interface MapArea {
  /** The tiles row by row, each row from west to east, the first in the north-west. */
  items: MapAreaTile[]
  /** How many tiles there are: `columns` times `rows`. */
  total: number
  /** How many tiles a row has. */
  columns: number
  /** How many rows there are. */
  rows: number
  /** How many of the tiles this instance has already. */
  held: number
  /** Zoom level of the tiles. */
  zoom: number
  /** How the map looks. */
  style: MapStyle
  /** What the tiles show together: the box that was asked for, widened to whole tiles. */
  bounds: GeoBox
  /** The words that must stand beside the map wherever it is shown. */
  attribution: string
}

/** One map tile. */
export interface MapTile {
  /** Address of the picture: a PNG of 256 by 256 pixels. Reading it needs an account while the tile is not held. */
  url: string
  /** Zoom level. */
  z: number
  /** Column, from 0 in the west. */
  x: number
  /** Row, from 0 in the north. */
  y: number
  /** How the map looks. */
  style: MapStyle
  /** What the tile shows. */
  bounds: GeoBox
  /** Whether this instance has the picture already. */
  held: boolean
  /** Whether the tile touches Britain. Outside there is no map, and the address answers 404. */
  covered: boolean
  /** The words that must stand beside the map wherever it is shown. */
  attribution: string
}

/** One tile of an area. */
export interface MapAreaTile {
  /** Address of the picture: a PNG of 256 by 256 pixels. Reading it needs an account while the tile is not held. */
  url: string
  /** Column, from 0 in the west. */
  x: number
  /** Row, from 0 in the north. */
  y: number
  /** Whether this instance has the picture already. */
  held: boolean
  /** Whether the tile touches Britain. Outside there is no map, and the address answers 404. */
  covered: boolean
}

/** A box on the map between two parallels and two meridians, in degrees (WGS 84). */
export interface GeoBox {
  /** Northern edge, degrees north. */
  north: number
  /** Southern edge, degrees north. */
  south: number
  /** Eastern edge, degrees east. */
  east: number
  /** Western edge, degrees east. */
  west: number
}

export interface MapsMethods {
  /**
   * Address the map tiles of an area
   *
   * The addresses of all tiles that cover a box, row by row from the north-west, and how many of them are held already.
   *
   * At most 400 tiles: a box that needs more at this zoom is a 400 that names the number. `north` and `south`, or
   * `east` and `west`, the wrong way round are put right. Latitudes beyond 85.0511 degrees are off the map and count as
   * its edge.
   *
   * Needs no token.
   *
   * @example await onedoor.maps.area({ north: 54.46, south: 54.45, east: -3.2, west: -3.22, zoom: 14, style: 'outdoor' })
   */
  readonly area: Method<MapsAreaArgs, MapArea>
  /**
   * Address a map tile
   *
   * The address of one map tile of Britain, by zoom, column and row in the usual web scheme (Web Mercator, from the
   * north-west).
   *
   * Nothing is fetched for this answer, and it is free. A column or row that the zoom level does not have is a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.maps.tile({ z: 14, x: 8045, y: 5225, style: 'outdoor' })
   */
  readonly tile: Method<MapsTileArgs, MapTile>
}

export interface MarketsConvertArgs {
  /**
   * The amount to convert.
   *
   * @default 1
   * @minimum 0
   * @maximum 1000000000000000
   */
  amount?: number
  /**
   * Code of the currency the amount is in, regardless of case, such as `GBP` or `BTC`.
   *
   * @minLength 2
   * @maxLength 10
   */
  from: string
  /**
   * Code of the currency it is wanted in, regardless of case.
   *
   * @minLength 2
   * @maxLength 10
   */
  to: string
  /**
   * Day of the rate, `YYYY-MM-DD`, from 1999-01-04 to today; the latest rate when omitted. For currencies only.
   *
   * @format date
   */
  date?: string
}

export interface MarketsHistoryArgs {
  /**
   * How many days to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many days at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
  /**
   * Symbol of a listed instrument, regardless of case, such as `BTC` or `GOLD`.
   *
   * @maxLength 20
   */
  symbol: string
  /**
   * First day, `YYYY-MM-DD`; 30 days before `end` when omitted.
   *
   * @format date
   */
  start?: string
  /**
   * Last day, `YYYY-MM-DD`, itself included; today (UTC) when omitted.
   *
   * @format date
   */
  end?: string
}

export interface MarketsListArgs {
  /**
   * How many prices to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many prices at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
  /**
   * Which prices.
   *
   * @default 'crypto'
   */
  category?: MarketCategory
}

export interface MarketsQuoteArgs {
  /**
   * Symbol of a listed instrument, regardless of case, such as `BTC` or `GOLD`.
   *
   * @maxLength 20
   */
  symbol: string
}

/** What kind of instrument it is. */
export type MarketCategory =
  | 'crypto'
  | 'stocks'
  | 'commodities'
  | 'futures'
  | 'currencies'

/** An amount in another currency. */
export interface MarketConversion {
  /** The amount that was asked for, in `from`. */
  amount: number
  /** Code of the currency it is in. */
  from: string
  /** Code of the currency it is wanted in. */
  to: string
  /** How much of `to` one unit of `from` is. */
  rate: number
  /** The amount in `to`, not rounded. */
  converted: number
  /** Whether the rate is a live price (a crypto-currency is involved) and not a central bank's reference rate. */
  live: boolean
  /** Day the reference rate was published; absent for a live price. */
  day?: string
  /** Whether `day` is before the day that was asked for, because none was published on that day. */
  earlier_day: boolean
  /** The conversion in a sentence. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** A page of daily closes. Days without trading are left out, nothing is filled in. */
export interface MarketHistory {
  /** The entries of this page. */
  items: MarketClose[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
  /** Symbol. */
  symbol: string
  /** Name of the instrument. */
  name: string
  /** What the price buys, such as `barrel` or `share`. */
  per: string
  /** First day that was asked for. */
  start: string
  /** Last day that was asked for. */
  end: string
  /** The course over the whole range in a sentence. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** A page of the prices of a category. */
export interface MarketQuotePage {
  /** The entries of this page. */
  items: MarketQuote[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
  /** The category. */
  category: MarketCategory
  /** Symbols of the category that have no price now. */
  unpriced: string[]
  /** The largest changes in a sentence, and how fresh the prices are. */
  text: string
}

/** The price of one instrument in words and figures. */
export interface MarketInstrument {
  /** Symbol, such as `BTC`, `AAPL`, `GOLD` or `EUR`. */
  symbol: string
  /** Name of the instrument. */
  name: string
  /** What kind of instrument it is; a metal or oil is listed under `commodities` and under `futures`. */
  category: MarketCategory
  /** Price in US dollars. */
  price_usd: number
  /** What the price buys, such as `barrel`, `troy ounce`, `bushel`, `pound`, `share` or `unit`. */
  per: string
  /** Change over the last 24 hours in percent; for what is not traded all day, since the close before. */
  change_24h_pct?: number
  /** When the provider priced it. */
  as_of: string
  /** Whether the price is more than two hours old: the market is closed, or the provider could not be reached. */
  stale: boolean
  /** Who provided the price. */
  source: string
  /** The words that must stand beside the price wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** The price in a sentence. */
  text: string
}

/** The close of one trading day. */
export interface MarketClose {
  /** The trading day, by the calendar of the market. */
  day: string
  /** Closing price in US dollars; of today, the price so far. */
  close_usd: number
}

/** The latest price of one instrument. */
export interface MarketQuote {
  /** Symbol, such as `BTC`, `AAPL`, `GOLD` or `EUR`. */
  symbol: string
  /** Name of the instrument. */
  name: string
  /** What kind of instrument it is; a metal or oil is listed under `commodities` and under `futures`. */
  category: MarketCategory
  /** Price in US dollars. */
  price_usd: number
  /** What the price buys, such as `barrel`, `troy ounce`, `bushel`, `pound`, `share` or `unit`. */
  per: string
  /** Change over the last 24 hours in percent; for what is not traded all day, since the close before. */
  change_24h_pct?: number
  /** When the provider priced it. */
  as_of: string
  /** Whether the price is more than two hours old: the market is closed, or the provider could not be reached. */
  stale: boolean
  /** Who provided the price. */
  source: string
  /** The words that must stand beside the price wherever it is shown; absent where the provider asks for none. */
  attribution?: string
}

export interface MarketsMethods {
  /**
   * Convert an amount
   *
   * An amount in another currency.
   *
   * Currencies are converted at the European Central Bank's reference rates, which are published on working days; for
   * any other day the day before it with a rate is taken, and `earlier_day` says so. A crypto-currency is converted at
   * its live price through the dollar and has no past dates. Shares and commodities cannot be converted. An unknown
   * code is a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.markets.convert({ amount: 250, from: 'GBP', to: 'JPY', date: '2026-11-15' })
   */
  readonly convert: Method<MarketsConvertArgs, MarketConversion>
  /**
   * List daily closes
   *
   * Daily closes of one instrument in US dollars, oldest first.
   *
   * A range has at most 366 days and does not reach into the future. Days on which there was no trading are left out.
   *
   * Needs no token.
   *
   * @example await onedoor.markets.history({ limit: 3, symbol: 'AAPL', start: '2026-11-16', end: '2026-11-20' })
   */
  readonly history: PagedMethod<MarketsHistoryArgs, MarketHistory>
  /**
   * List prices
   *
   * Live prices of a category, in US dollars, in a fixed order.
   *
   * Prices are refreshed every few minutes. When a provider cannot be reached, the last price stays and is marked
   * `stale`; an instrument that has no price at all is named in `unpriced`.
   *
   * Needs no token.
   *
   * @example await onedoor.markets.list({ limit: 2, category: 'crypto' })
   */
  readonly list: PagedMethod<MarketsListArgs, MarketQuotePage>
  /**
   * Price one instrument
   *
   * The latest price of one instrument in US dollars, with its source, its time and whether it is stale.
   *
   * `markets.list` names the instruments there are. A symbol that is not listed, or has no price yet, is a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.markets.quote({ symbol: 'GOLD' })
   */
  readonly quote: Method<MarketsQuoteArgs, MarketInstrument>
}

export interface NewsListArgs {
  /** Lists only stories of this day. What has no date is left out. */
  day?: NewsDay
  /**
   * Lists only stories whose topic or words match, regardless of case.
   *
   * @maxLength 100
   */
  topic?: string
  /**
   * How many stories at most.
   *
   * @default 30
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface NewsReadArgs {
  /**
   * Id of the article, or its address.
   *
   * @maxLength 2000
   */
  id: string
}

/** Which day's stories are listed. */
export type NewsDay =
  | 'today'

/** Stories. */
export interface NewsItems {
  /** The stories. */
  items: NewsItem[]
  /** When the feeds were last read. */
  as_of: string
  /** The stories as readable text: topic, headline, summary and source of each. */
  text: string
}

/** An article in full. */
export interface NewsArticle {
  /** Id of the article, for `news.read`. */
  id: string
  /** Headline. */
  title: string
  /** What it says in a sentence or two; absent where the feed has no summary. */
  summary?: string
  /** Topic of the feed it came from, such as `World`. */
  topic: string
  /** Who published it: the site's domain, such as `bbc.co.uk`. */
  source: string
  /** Address of the article. */
  url: string
  /** Picture of the article. */
  image?: string
  /** When it was published; absent where the feed does not say. */
  published?: string
  /** When the article was read from its site. */
  as_of: string
  /** Whether the article itself could not be read, so that `text` holds the summary only. */
  summary_only: boolean
  /** The article's text, paragraphs separated by blank lines. */
  text: string
}

/** A story. */
export interface NewsItem {
  /** Id of the article, for `news.read`. */
  id: string
  /** Headline. */
  title: string
  /** What it says in a sentence or two; absent where the feed has no summary. */
  summary?: string
  /** Topic of the feed it came from, such as `World`. */
  topic: string
  /** Who published it: the site's domain, such as `bbc.co.uk`. */
  source: string
  /** Address of the article. */
  url: string
  /** Picture of the article. */
  image?: string
  /** When it was published; absent where the feed does not say. */
  published?: string
}

export interface NewsMethods {
  /**
   * Read the headlines
   *
   * The latest story of each topic, freshest first, at most ten.
   *
   * Needs no token.
   *
   * @example await onedoor.news.headlines()
   */
  readonly headlines: Method<NoArgs, NewsItems>
  /**
   * List recent news
   *
   * Recent headlines with short summaries, balanced across topics: each topic's freshest story first, then each one's
   * next.
   *
   * `day=today` keeps to the caller's calendar day. No story that matches is an empty list.
   *
   * Needs no token.
   *
   * @example await onedoor.news.list({ day: 'today', topic: 'UK', limit: 5 })
   */
  readonly list: Method<NewsListArgs, NewsItems>
  /**
   * Read an article
   *
   * One article in full, by its id or its address.
   *
   * Only articles that the feeds have brought can be read; any other address is a 400. Where the site does not give its
   * text, the summary is returned and `summary_only` says so.
   *
   * Needs no token.
   *
   * @example await onedoor.news.read({ id: '7c1e94d05ab2f638' })
   */
  readonly read: Method<NewsReadArgs, NewsArticle>
}

export interface NotesAddArgs {
  /**
   * Title of the note. An existing title, whatever its case, rewrites that note.
   *
   * @maxLength 200
   */
  title: string
  /**
   * The note's text, at most 100,000 characters. It replaces what the note said before.
   *
   * @maxLength 100000
   */
  text: string
}

export interface NotesDeleteArgs {
  /**
   * The whole title of the note, regardless of case.
   *
   * @maxLength 200
   */
  title: string
}

export interface NotesGetArgs {
  /**
   * The whole title of the note, regardless of case.
   *
   * @maxLength 200
   */
  title: string
}

export interface NoteSaved {
  /** The note as it is stored now. */
  note: Note
  /** True when the note is new, false when an existing one was rewritten. */
  is_new: boolean
}

/** A private note. */
export interface Note {
  /** Id of the note; stays the same when the note is rewritten. */
  id: string
  /** Title, as it was written first; unique among the caller's notes regardless of case. */
  title: string
  /** The note's text. */
  text: string
  /** When the note was first written. */
  created: string
  /** When the note was last rewritten. */
  updated: string
}

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface NoteList {
  /** The entries. */
  items: Note[]
}

export interface NotesMethods {
  /**
   * Write a note
   *
   * Writes a note. A note with the same title, whatever its case and spacing, is rewritten: it keeps its id, its `created` time and
   * the spelling of its title, and its text is replaced. Blanks around the title are dropped, and line breaks inside become spaces. Notes are never removed to
   * make room for new ones.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.notes.add({ title: 'Groceries', text: 'Oats, lemons, coffee' })
   */
  readonly add: Method<NotesAddArgs, NoteSaved>
  /**
   * Delete a note
   *
   * Deletes a note for good. A title that none of the caller's notes has answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.notes.delete({ title: 'Groceries' })
   */
  readonly delete: Method<NotesDeleteArgs, Deleted>
  /**
   * Read a note
   *
   * One note, whole. A title that none of the caller's notes has answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.notes.get({ title: 'Groceries' })
   */
  readonly get: Method<NotesGetArgs, Note>
  /**
   * List notes
   *
   * All of the caller's notes with their texts, the most recently written first. Notes that are together larger than one
   * answer holds, 32 MiB, are refused with `failed_precondition`, which names the largest; `notes.get` still reads each.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.notes.list()
   */
  readonly list: Method<NoArgs, NoteList>
}

export interface NotifySendArgs {
  /**
   * Title, shown in bold.
   *
   * @maxLength 100
   */
  title: string
  /**
   * A sentence or two below the title.
   *
   * @maxLength 300
   */
  body?: string
  /**
   * Where a tap goes: an `https://` address, or a path on this instance that begins with `/`.
   *
   * @maxLength 2048
   */
  url?: string
}

/** Where the account can be notified. */
export interface NotifyDeviceList {
  /** The entries. */
  items: NotifyDevice[]
  /** Whether a notification would go out now: the instance has notifications set up and there is at least one device. */
  reachable: boolean
}

/** What became of a notification. */
export interface NotifySent {
  /** How many devices it was handed to. */
  delivered: number
  /** How many devices could not be reached; those that no longer exist are forgotten. */
  failed: number
}

/** A device that can be notified. */
export interface NotifyDevice {
  /** Id of the device. */
  id: string
  /** What the device calls itself, such as `Firefox on Android`. */
  label: string
  /** When notifications were allowed on it. */
  created: string
  /** When a notification last reached it; absent while none has. */
  last_notified?: string
}

export interface NotifyMethods {
  /**
   * List devices to notify
   *
   * Whether the account can be notified, and on which devices. A device is added by allowing notifications in its browser.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.notify.devices()
   */
  readonly devices: Method<NoArgs, NotifyDeviceList>
  /**
   * Notify the caller's devices
   *
   * Sends a notification to all of the caller's own devices, and to nobody else. Without a device, or when none could be
   * reached, the call is refused and says so.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.notify.send({ title: 'Parcel at the door', body: 'The courier left it behind the blue bin.', url: 'https://courier.example/track/88213' })
   */
  readonly send: Method<NotifySendArgs, NotifySent>
}

export interface PlacesAddressArgs {
  /**
   * Degrees north.
   *
   * @minimum -90
   * @maximum 90
   */
  lat: number
  /**
   * Degrees east.
   *
   * @minimum -180
   * @maximum 180
   */
  lon: number
}

export interface PlacesElevationArgs {
  /**
   * Name of a place or an address. Needed unless `lat` and `lon` are given.
   *
   * @maxLength 200
   */
  place?: string
  /**
   * Degrees north; together with `lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  lat?: number
  /**
   * Degrees east; together with `lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  lon?: number
}

export interface PlacesGeocodeArgs {
  /**
   * Name of a place, or an address. The call is a 400 without it.
   *
   * @maxLength 500
   */
  address?: string
}

export interface PlacesNearbyArgs {
  /**
   * Name of a place or an address. Needed unless `lat` and `lon` are given.
   *
   * @maxLength 200
   */
  near?: string
  /**
   * Degrees north; together with `lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  lat?: number
  /**
   * Degrees east; together with `lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  lon?: number
  /**
   * What to look for: a kind of place (`cafe`, `pharmacy`) or a name. Everything when omitted.
   *
   * @maxLength 200
   */
  query?: string
  /**
   * Radius in metres.
   *
   * @default 1000
   * @minimum 1
   * @maximum 50000
   */
  radius?: number
}

/** The address at a point. */
export interface PlaceAt {
  /** Name of the place; absent for a plain address. */
  name?: string
  /** Address in one line. */
  address: string
  /** The address in its parts. */
  parts: PlaceAddressParts
  /** What kind of place it is, such as `station`, `city` or `house`. */
  kind: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Distance in metres between the point that was asked for and `lat`, `lon`. */
  distance_m: number
  /** The address in a sentence. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** The height of a point. */
export interface PlaceElevation {
  /** The place as it was understood; absent where coordinates were given. */
  place?: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Height above sea level in metres, negative below it. */
  height_m: number
  /** The same in feet. */
  height_ft: number
  /** Width in metres of the ground that one value of the model stands for: a peak comes out lower than it is. */
  resolution_m: number
  /** The height in a sentence. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** The places that go by a name or an address. */
export interface PlaceMatches {
  /** The places, the best match first, at most twenty; empty where there is none. */
  items: PlaceMatch[]
  /** The best match in a sentence. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** Points of interest near a place. */
export interface PlacesNearby {
  /** The places, nearest first, at most twenty; empty where there is none. */
  items: PlaceOfInterest[]
  /** The middle of the search as it was understood: a place's name, or the coordinates. */
  place: string
  /** Degrees north of the middle. */
  lat: number
  /** Degrees east of the middle. */
  lon: number
  /** Radius that was searched, in metres. */
  radius_m: number
  /** The nearest ten in sentences. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** An address in its parts. What the place does not have is absent. */
export interface PlaceAddressParts {
  /** House number. */
  house_number?: string
  /** Street. */
  street?: string
  /** Part of the town. */
  suburb?: string
  /** City, town or village. */
  city?: string
  /** County or district. */
  county?: string
  /** State, province or, in Britain, the country. */
  state?: string
  /** Postcode. */
  postcode?: string
  /** Country. */
  country?: string
  /** Country, ISO 3166-1 alpha-2. */
  country_code?: string
}

/** A place that was found by its name. */
export interface PlaceMatch {
  /** Name of the place; absent for a plain address. */
  name?: string
  /** Address in one line. */
  address: string
  /** The address in its parts. */
  parts: PlaceAddressParts
  /** What kind of place it is, such as `station`, `city` or `house`. */
  kind: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Extent of the place. */
  bounds?: GeoBox
}

/** A point of interest. */
export interface PlaceOfInterest {
  /** Id of the place at the provider. */
  id: string
  /** Name of the place. */
  name: string
  /** What kind of place it is, such as `cafe` or `pharmacy`. */
  kind: string
  /** Address in one line. */
  address?: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Distance in metres from the middle of the search, as the crow flies. */
  distance_m: number
  /** Whether it is open now; absent where that is not known. */
  open_now?: boolean
  /** Opening hours in words or in OpenStreetMap's notation. */
  opening_hours?: string
  /** Telephone number. */
  phone?: string
  /** Website. */
  website?: string
  /** Cuisine, of a place to eat. */
  cuisine?: string
}

export interface PlacesMethods {
  /**
   * Find the address at a point
   *
   * The address at a point, or the nearest there is. A point with nothing around it, such as one at sea, is a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.places.address({ lat: 51.5309, lon: -0.1233 })
   */
  readonly address: Method<PlacesAddressArgs, PlaceAt>
  /**
   * Look up a height
   *
   * Height above sea level of a place, in metres and in feet.
   *
   * It comes from a global model with one value for about 90 metres of ground. With a name and coordinates, the
   * coordinates decide; a name that is not found is a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.places.elevation({ place: 'Ben Nevis' })
   */
  readonly elevation: Method<PlacesElevationArgs, PlaceElevation>
  /**
   * Find a place by name or address
   *
   * The coordinates of a place or an address, anywhere in the world. Nothing that matches is an empty list.
   *
   * Needs no token.
   *
   * @example await onedoor.places.geocode({ address: 'King\'s Cross station, London' })
   */
  readonly geocode: Method<PlacesGeocodeArgs, PlaceMatches>
  /**
   * Find what is nearby
   *
   * Points of interest near a place, nearest first, each with whether it is open now where that is known.
   *
   * With a name and coordinates, the coordinates decide; a name that is not found is a 400.
   *
   * Costs 5 credits a call.
   *
   * @example await onedoor.places.nearby({ near: 'Camden Town station, London', query: 'cafe', radius: 500 })
   */
  readonly nearby: Method<PlacesNearbyArgs, PlacesNearby>
}

export interface PrayerQiblaArgs {
  /**
   * Degrees north.
   *
   * @minimum -90
   * @maximum 90
   */
  lat: number
  /**
   * Degrees east.
   *
   * @minimum -180
   * @maximum 180
   */
  lon: number
}

export interface PrayerSayingArgs {
  /**
   * Number of the book; any book when omitted.
   *
   * @minimum 1
   * @maximum 97
   */
  book?: number
}

export interface PrayerTimesArgs {
  /**
   * Degrees north.
   *
   * @minimum -90
   * @maximum 90
   */
  lat: number
  /**
   * Degrees east.
   *
   * @minimum -180
   * @maximum 180
   */
  lon: number
  /**
   * IANA time zone of the times and of the day, such as `Europe/London`.
   *
   * @default 'UTC'
   * @maxLength 64
   */
  tz?: string
  /**
   * Whose angles of the sun are used.
   *
   * @default 'isna'
   */
  method?: PrayerMethod
}

export interface PrayerVerseArgs {
  /**
   * Number of the chapter.
   *
   * @minimum 1
   * @maximum 114
   */
  chapter: number
  /**
   * Number of the verse; the whole chapter when omitted.
   *
   * @minimum 1
   * @maximum 286
   */
  verse?: number
}

/** Whose angles of the sun are used for dawn and nightfall. */
export type PrayerMethod =
  | 'isna'
  | 'mwl'
  | 'egypt'
  | 'karachi'
  | 'gulf'
  | 'diyanet'
  | 'muis'
  | 'jakim'

/** The direction of prayer. */
export interface PrayerQibla {
  /** Degrees clockwise from true north, on the shortest way to the Kaaba. A magnetic compass deviates from it. */
  bearing_deg: number
  /** The same as a point of the compass. */
  direction: PrayerDirection
  /** Distance to the Kaaba in kilometres. */
  distance_km: number
  /** Degrees north of the point that was asked for. */
  lat: number
  /** Degrees east of the point that was asked for. */
  lon: number
  /** The direction in a sentence. */
  text: string
}

/** Something to reflect on. */
export interface PrayerReflection {
  /** The day it is for, in UTC. */
  day: string
  /** The chapter of the verse. */
  chapter: PrayerChapter
  /** The verse. */
  verse: PrayerVerse
  /** The saying. */
  saying: PrayerHadith
  /** The divine name. */
  name: PrayerDivineName
  /** All three as readable text. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** A saying and its source. */
export interface PrayerSaying {
  /** The collection it is from. */
  collection: string
  /** Number of the book in the collection. */
  book: number
  /** Name of the book. */
  book_name?: string
  /** Number of the saying, as it is cited. */
  number: number
  /** Where it stands, as one would cite it, such as `Sahih al-Bukhari 1`. */
  reference: string
  /** Who handed it down. */
  narrator?: string
  /** The saying in Arabic. */
  arabic?: string
  /** Its translation into English. */
  translation: string
  /** The saying as readable text. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** The prayer times of today. */
export interface PrayerDay {
  /** The day, by the calendar of the time zone. */
  day: string
  /** IANA name of the time zone. */
  timezone: string
  /** Whose angles were used. */
  method: PrayerMethod
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** The times. */
  times: PrayerTimes
  /** The next prayer; after the last of today, the first of tomorrow. Absent where the sun gives no time on either day. */
  next?: PrayerNext
  /** The times and the next prayer as readable text. */
  text: string
}

/** One verse, or a whole chapter. */
export interface PrayerVerses {
  /** The chapter. */
  chapter: PrayerChapter
  /** The verses in order: the one that was asked for, or all of the chapter. */
  items: PrayerVerse[]
  /** Whose translation it is; absent where the provider does not say. */
  translator?: string
  /** The verses as readable text. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** The sixteen points of the compass. */
export type PrayerDirection =
  | 'N'
  | 'NNE'
  | 'NE'
  | 'ENE'
  | 'E'
  | 'ESE'
  | 'SE'
  | 'SSE'
  | 'S'
  | 'SSW'
  | 'SW'
  | 'WSW'
  | 'W'
  | 'WNW'
  | 'NW'
  | 'NNW'

/** A chapter of the Quran. */
export interface PrayerChapter {
  /** Number of the chapter, 1 to 114. */
  number: number
  /** Name of the chapter in Latin letters. */
  name: string
  /** What the name means. */
  meaning: string
  /** How many verses the chapter has. */
  verses: number
}

/** A verse of the Quran. */
export interface PrayerVerse {
  /** Number of the chapter. */
  chapter: number
  /** Number of the verse in the chapter. */
  verse: number
  /** Chapter and verse, such as `112:1`. */
  reference: string
  /** The verse in Arabic. */
  arabic: string
  /** Its translation into English. */
  translation: string
}

/** A saying of the Prophet. */
export interface PrayerHadith {
  /** The collection it is from. */
  collection: string
  /** Number of the book in the collection. */
  book: number
  /** Name of the book. */
  book_name?: string
  /** Number of the saying, as it is cited. */
  number: number
  /** Where it stands, as one would cite it, such as `Sahih al-Bukhari 1`. */
  reference: string
  /** Who handed it down. */
  narrator?: string
  /** The saying in Arabic. */
  arabic?: string
  /** Its translation into English. */
  translation: string
}

/** One of the names of God. */
export interface PrayerDivineName {
  /** The name in Arabic. */
  arabic: string
  /** How it is read, in Latin letters. */
  transliteration: string
  /** What it means. */
  meaning: string
}

/** The times of one day. A time that the sun does not give so far north or south on that day is absent. */
export interface PrayerTimes {
  /** Dawn prayer. */
  fajr?: PrayerTime
  /** Sunrise, which ends the time of the dawn prayer; no prayer itself. */
  sunrise?: PrayerTime
  /** Noon prayer. */
  dhuhr?: PrayerTime
  /** Afternoon prayer. */
  asr?: PrayerTime
  /** Sunset prayer. */
  maghrib?: PrayerTime
  /** Night prayer. */
  isha?: PrayerTime
}

/** The prayer that comes next. */
export interface PrayerNext {
  /** Which prayer. */
  name: PrayerName
  /** On the clock of the time zone, `HH:MM`. */
  local: string
  /** The same moment in UTC, to the minute. */
  at: string
  /** How long it is until then, in seconds. */
  in_s: number
}

/** A time of the day. */
export interface PrayerTime {
  /** On the clock of the time zone, `HH:MM`. */
  local: string
  /** The same moment in UTC, to the minute. */
  at: string
}

/** The five prayers of a day. */
export type PrayerName =
  | 'fajr'
  | 'dhuhr'
  | 'asr'
  | 'maghrib'
  | 'isha'

export interface PrayerMethods {
  /**
   * Get the direction of prayer
   *
   * The direction of the Kaaba from a place: the bearing on the shortest way, and the distance.
   *
   * Needs no token.
   *
   * @example await onedoor.prayer.qibla({ lat: 51.5074, lon: -0.1278 })
   */
  readonly qibla: Method<PrayerQiblaArgs, PrayerQibla>
  /**
   * Get the reflection of the day
   *
   * A verse, a saying and a divine name to reflect on; the same for everyone all day (UTC).
   *
   * Needs no token.
   *
   * @example await onedoor.prayer.reflection()
   */
  readonly reflection: Method<NoArgs, PrayerReflection>
  /**
   * Read a saying
   *
   * One saying from Sahih al-Bukhari, picked at random from a book or from all of them.
   *
   * Needs no token.
   *
   * @example await onedoor.prayer.saying({ book: 1 })
   */
  readonly saying: Method<PrayerSayingArgs, PrayerSaying>
  /**
   * Get today's prayer times
   *
   * Today's prayer times at a place, and which prayer is next. Today is the calendar day in `tz`.
   *
   * They are computed from the position of the sun, to the minute; the afternoon prayer begins when a shadow has grown
   * by the length of its object. Where twilight lasts all night, dawn and nightfall are a share of the night; a time
   * the sun does not give at all is absent. An unknown time zone is a 400.
   *
   * Needs no token.
   *
   * @example await onedoor.prayer.times({ lat: 51.5074, lon: -0.1278, tz: 'Europe/London' })
   */
  readonly times: Method<PrayerTimesArgs, PrayerDay>
  /**
   * Read the Quran
   *
   * One verse of the Quran, or a whole chapter. A verse the chapter does not have is a 400 that says how many it has.
   *
   * Needs no token.
   *
   * @example await onedoor.prayer.verse({ chapter: 112, verse: 1 })
   */
  readonly verse: Method<PrayerVerseArgs, PrayerVerses>
}

export interface RecallConversationArgs {
  /**
   * Id of the conversation, from `recall.list`.
   *
   * @maxLength 200
   */
  id: string
  /**
   * How many messages at most; a longer conversation keeps its most recent ones.
   *
   * @default 50
   * @minimum 1
   * @maximum 1000
   */
  limit?: number
}

export interface RecallListArgs {
  /** Only conversations held there; all if omitted. */
  client?: RecallClient
  /**
   * How many conversations at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 200
   */
  limit?: number
}

/** Where a conversation with the agent was held. */
export type RecallClient =
  | 'web'
  | 'mail'
  | 'cli'

/** A conversation with its messages. */
export interface RecallConversation {
  /** Id of the conversation; the agent endpoint takes it as `thread` to go on with it. */
  id: string
  /** First line of what was said first, at most 80 characters. */
  subject: string
  /** Where it was held. */
  client: RecallClient
  /** Name of the agent, where a named one answered. */
  agent?: string
  /** How many messages it has. */
  message_count: number
  /** When it began. */
  created: string
  /** When something was last said in it. */
  updated: string
  /** The messages, oldest first. */
  messages: RecallMessage[]
  /** How many older messages `limit` left out; 0 when the conversation is whole. */
  omitted: number
  /** The messages below each other as plain text, each with who said it. */
  text: string
}

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface RecallSummaryList {
  /** The entries. */
  items: RecallSummary[]
}

/** One message of a conversation. */
export interface RecallMessage {
  /** Id of the message. */
  id: string
  /** Who said it. */
  role: RecallRole
  /** Mail address or username of the person; absent for the agent. */
  from?: string
  /** What was said. */
  text: string
  /** When it was said. */
  created: string
}

/** A past conversation with the agent, without its messages. */
export interface RecallSummary {
  /** Id of the conversation; the agent endpoint takes it as `thread` to go on with it. */
  id: string
  /** First line of what was said first, at most 80 characters. */
  subject: string
  /** Where it was held. */
  client: RecallClient
  /** Name of the agent, where a named one answered. */
  agent?: string
  /** How many messages it has. */
  message_count: number
  /** When it began. */
  created: string
  /** When something was last said in it. */
  updated: string
}

/** Who said something. */
export type RecallRole =
  | 'person'
  | 'agent'

export interface RecallMethods {
  /**
   * Read a past conversation
   *
   * One conversation with its messages, oldest first. A conversation longer than `limit` keeps its most recent messages
   * and says in `omitted` how many are missing. One that does not exist or is not the caller's is `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.recall.conversation({ id: 'thread_01k9y0s3t5v7w9x1y3z5a7b9c1' })
   */
  readonly conversation: Method<RecallConversationArgs, RecallConversation>
  /**
   * List past conversations
   *
   * The caller's past conversations with the agent, the most recently active first, without their messages.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.recall.list({ client: 'web', limit: 20 })
   */
  readonly list: Method<RecallListArgs, RecallSummaryList>
}

export interface RoutesDirectionsArgs {
  /**
   * Name or address of the start. Needed unless `from_lat` and `from_lon` are given.
   *
   * @maxLength 200
   */
  from?: string
  /**
   * Name or address of the destination. Needed unless `to_lat` and `to_lon` are given.
   *
   * @maxLength 200
   */
  to?: string
  /**
   * Degrees north of the start; together with `from_lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  from_lat?: number
  /**
   * Degrees east of the start; together with `from_lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  from_lon?: number
  /**
   * Degrees north of the destination; together with `to_lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  to_lat?: number
  /**
   * Degrees east of the destination; together with `to_lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  to_lon?: number
  /**
   * How one travels.
   *
   * @default 'drive'
   */
  mode?: RouteMode
  /**
   * When to leave, RFC 3339 with an offset; now when omitted. A time that has passed counts as now.
   *
   * @maxLength 64
   * @format date-time
   */
  depart_at?: string
  /**
   * When to be there, RFC 3339 with an offset. Not together with `depart_at`.
   *
   * @maxLength 64
   * @format date-time
   */
  arrive_by?: string
}

export interface RoutesEtaArgs {
  /**
   * Name or address of the start. Needed unless `from_lat` and `from_lon` are given.
   *
   * @maxLength 200
   */
  from?: string
  /**
   * Name or address of the destination. Needed unless `to_lat` and `to_lon` are given.
   *
   * @maxLength 200
   */
  to?: string
  /**
   * Degrees north of the start; together with `from_lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  from_lat?: number
  /**
   * Degrees east of the start; together with `from_lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  from_lon?: number
  /**
   * Degrees north of the destination; together with `to_lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  to_lat?: number
  /**
   * Degrees east of the destination; together with `to_lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  to_lon?: number
  /**
   * How one travels.
   *
   * @default 'drive'
   */
  mode?: RouteMode
  /**
   * When to leave, RFC 3339 with an offset; now when omitted. A time that has passed counts as now.
   *
   * @maxLength 64
   * @format date-time
   */
  depart_at?: string
  /**
   * When to be there, RFC 3339 with an offset. Not together with `depart_at`.
   *
   * @maxLength 64
   * @format date-time
   */
  arrive_by?: string
}

export interface RoutesNearestArgs {
  /**
   * Name or address of the start. Needed unless `from_lat` and `from_lon` are given.
   *
   * @maxLength 200
   */
  from?: string
  /**
   * Degrees north of the start; together with `from_lon`.
   *
   * @minimum -90
   * @maximum 90
   */
  from_lat?: number
  /**
   * Degrees east of the start; together with `from_lat`.
   *
   * @minimum -180
   * @maximum 180
   */
  from_lon?: number
  /**
   * Names or addresses of the destinations, one to ten: `to=Euston&to=Paddington`.
   *
   * @minItems 1
   * @maxItems 10
   */
  to: string[]
  /**
   * How one travels.
   *
   * @default 'drive'
   */
  mode?: RouteMode
}

/** How one travels. */
export type RouteMode =
  | 'drive'
  | 'walk'
  | 'cycle'
  | 'transit'

/** A journey, turn by turn. */
export interface RouteDirections {
  /** Where it begins. */
  from: RouteEnd
  /** Where it ends. */
  to: RouteEnd
  /** How one travels. */
  mode: RouteMode
  /** Distance in metres along the route. */
  distance_m: number
  /** Travel time in seconds, with the traffic that is expected where the provider knows it. */
  duration_s: number
  /** How many of those seconds are due to traffic; absent where the provider does not know it. */
  traffic_delay_s?: number
  /** True when no router could be asked, and distance and time are only estimated from the straight line. */
  estimate: boolean
  /** When to leave. */
  depart_at: string
  /** When one arrives. */
  arrive_at: string
  /** The instructions in order; empty when the answer is an estimate. */
  steps: RouteStep[]
  /** Course of the route as an encoded polyline (precision 5), for drawing it; absent when the answer is an estimate. */
  polyline?: string
  /** The journey in a sentence and the numbered instructions. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** How long a journey takes. */
export interface RouteEta {
  /** Where it begins. */
  from: RouteEnd
  /** Where it ends. */
  to: RouteEnd
  /** How one travels. */
  mode: RouteMode
  /** Distance in metres along the route. */
  distance_m: number
  /** Travel time in seconds, with the traffic that is expected where the provider knows it. */
  duration_s: number
  /** How many of those seconds are due to traffic; absent where the provider does not know it. */
  traffic_delay_s?: number
  /** True when no router could be asked, and distance and time are only estimated from the straight line. */
  estimate: boolean
  /** When to leave. */
  depart_at: string
  /** When one arrives. */
  arrive_at: string
  /** The answer in a sentence; times have the offset that the question had. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** Destinations, the quickest to reach first. */
export interface RouteDestinations {
  /** Where it begins. */
  from: RouteEnd
  /** How one travels. */
  mode: RouteMode
  /** The destinations that can be reached, the quickest first. */
  items: RouteDestination[]
  /** The destinations that could not be found or reached, in the order of the question. */
  unreached: RouteUnreached[]
  /** The order in sentences. */
  text: string
  /** Who provided the data. */
  source: string
  /** When the provider gave the data; earlier than now where the answer was kept for a while. */
  as_of: string
  /** The words that must stand beside the data wherever it is shown; absent where the provider asks for none. */
  attribution?: string
  /** Licence of the data, such as `ODbL 1.0`; absent where the provider names none. */
  licence?: string
}

/** An end of a route. */
export interface RouteEnd {
  /** The place as it was understood: a place's name, or the coordinates. */
  place: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
}

/** One instruction. */
export interface RouteStep {
  /** What to do. */
  instruction: string
  /** Distance in metres until the next instruction. */
  distance_m: number
  /** Time in seconds until the next instruction, without traffic. */
  duration_s: number
  /** Degrees north of where it begins. */
  lat: number
  /** Degrees east of where it begins. */
  lon: number
  /** The ride, when the instruction is to take one. */
  ride?: RouteRide
}

/** A destination and the way to it. */
export interface RouteDestination {
  /** The destination as it was asked for. */
  name: string
  /** The place as it was understood. */
  place: string
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lon: number
  /** Distance in metres along the route. */
  distance_m: number
  /** Travel time in seconds, with the traffic that is expected where the provider knows it. */
  duration_s: number
  /** How many of those seconds are due to traffic; absent where the provider does not know it. */
  traffic_delay_s?: number
  /** True when no router could be asked, and distance and time are only estimated from the straight line. */
  estimate: boolean
}

/** A destination that cannot be compared. */
export interface RouteUnreached {
  /** The destination as it was asked for. */
  name: string
  /** Why: no such place was found, or no route leads there. */
  reason: string
}

/** A ride on public transport. */
export interface RouteRide {
  /** The line, such as `Victoria line` or `73`. */
  line: string
  /** What runs on it, such as `bus`, `tram`, `subway` or `train`. */
  vehicle: string
  /** Where it is bound for, as its sign says. */
  headsign?: string
  /** Stop to get on at. */
  from_stop: string
  /** Stop to get off at. */
  to_stop: string
  /** How many stops the ride has, the last one included. */
  stops?: number
  /** When it leaves. */
  depart_at?: string
  /** When it arrives. */
  arrive_at?: string
}

export interface RoutesMethods {
  /**
   * Get directions
   *
   * The way from one place to another, turn by turn, with the distance of each instruction.
   *
   * Each end is a name or a pair of coordinates; with both, the coordinates decide. A place that is not found, ends
   * between which no route leads, and `depart_at` together with `arrive_by` are a 400. Where no router can be asked,
   * the answer has no instructions and says that it is an `estimate`.
   *
   * Costs 4 credits a call.
   *
   * @example await onedoor.routes.directions({ from: 'King\'s Cross station, London', to: 'British Museum, London', mode: 'walk' })
   */
  readonly directions: Method<RoutesDirectionsArgs, RouteDirections>
  /**
   * Estimate a travel time
   *
   * How long a journey takes; with `arrive_by`, when to leave.
   *
   * Each end is a name or a pair of coordinates; with both, the coordinates decide. A place that is not found, ends
   * between which no route leads, and `depart_at` together with `arrive_by` are a 400. Where no router can be asked,
   * the answer says that it is an `estimate`.
   *
   * Costs 3 credits a call.
   *
   * @example await onedoor.routes.eta({ from: 'King\'s Cross station, London', to: 'British Museum, London', mode: 'walk', arrive_by: '2026-11-21T10:30:00Z' })
   */
  readonly eta: Method<RoutesEtaArgs, RouteEta>
  /**
   * Find the nearest of several places
   *
   * Destinations ordered by how quickly they are reached from one place.
   *
   * Each destination is looked up and routed on its own; one that cannot be found or reached is named in `unreached`
   * with the reason. The price is for the call, however many destinations it has. When no destination at all can be
   * reached, the answer is a 400.
   *
   * Costs 3 credits a call.
   *
   * @example await onedoor.routes.nearest({ from: 'King\'s Cross station, London', to: ['British Museum, London', 'British Library, London'], mode: 'walk' })
   */
  readonly nearest: Method<RoutesNearestArgs, RouteDestinations>
}

export interface ShellRunArgs {
  /**
   * The command line, run by `bash`.
   *
   * @maxLength 100000
   */
  command: string
  /**
   * Directory to run in, under `/work`.
   *
   * @default '/work'
   * @maxLength 1000
   */
  dir?: string
  /**
   * Seconds the command may take, up to the instance's maximum.
   *
   * @default 120
   * @minimum 1
   * @maximum 86400
   */
  timeout?: number
}

export interface ShellWriteArgs {
  /**
   * Path of the file, relative to `/work`. Missing directories are created.
   *
   * @maxLength 1000
   */
  path: string
  /**
   * The whole new content of the file, text. May be empty.
   *
   * @maxLength 262144
   */
  content: string
}

/** What a command did. */
export interface ShellRun {
  /** The command's exit code; 0 is success. A command that fails is a successful call with another code here. */
  exit_code: number
  /** What the command wrote to standard output and standard error, in the order it was written. */
  text: string
  /** True when the command wrote more than `text` holds; the end is kept. */
  is_truncated: boolean
  /** True when the command was stopped because its time was up. */
  timed_out: boolean
  /** The directory it ran in. */
  dir: string
  /** How long it ran, in seconds. */
  duration_s: number
}

/** A file that was written. */
export interface ShellFile {
  /** Absolute path of the file, under `/work`. */
  path: string
  /** Size in bytes. */
  size_bytes: number
}

export interface ShellMethods {
  /**
   * Run a command
   *
   * Runs a command in the account's own sandbox. Files under `/work` persist between calls; nothing else does, and every
   * call starts in `dir`. A non-zero exit code and a command that ran out of time are answers, not errors.
   *
   * Needs a token of an account. Costs 3 credits a call.
   *
   * @example await onedoor.shell.run({ command: 'wc -l *.csv', dir: '/work/survey', timeout: 30 })
   */
  readonly run: Method<ShellRunArgs, ShellRun>
  /**
   * Write a file
   *
   * Writes a text file in the account's sandbox and replaces what was there. A path outside `/work` is refused.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.shell.write({ path: 'survey/questions.txt', content: 'How did you hear about us?\n' })
   */
  readonly write: Method<ShellWriteArgs, ShellFile>
}

export interface SmsHistoryArgs {
  /**
   * How many texts at most.
   *
   * @default 50
   * @minimum 1
   * @maximum 200
   */
  limit?: number
}

export interface SmsSendArgs {
  /**
   * The recipient's number, in international format.
   *
   * @minLength 8
   * @maxLength 30
   */
  to: string
  /**
   * The text: at most three segments as a text message (459 characters, fewer with letters outside the GSM alphabet), 4,096 characters as a chat message.
   *
   * @maxLength 4096
   */
  text: string
  /**
   * How it travels.
   *
   * @default 'sms'
   */
  channel?: SmsChannel
}

export interface SmsSourceArgs {
  /**
   * Id of the text, from `sms.sources` or `sms.history`.
   *
   * @maxLength 200
   */
  id: string
}

export interface SmsSourcesArgs {
  /**
   * How many texts to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many ids at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface SmsVerifyArgs {
  /**
   * The number to claim, in international format.
   *
   * @minLength 8
   * @maxLength 30
   */
  number: string
  /**
   * The six-digit code that was texted to it. Omitted: a code is texted.
   *
   * @minLength 6
   * @maxLength 6
   */
  code?: string
}

/** How a text travels. */
export type SmsChannel =
  | 'sms'
  | 'whatsapp'

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface SmsHistory {
  /** The entries. */
  items: SmsMessage[]
}

/** The numbers of an account. */
export interface SmsNumber {
  /** The number that texts are sent from, in international format; absent when the instance has none. */
  sending_number?: string
  /** The caller's verified numbers. */
  verified: string[]
  /** How many texts the caller has sent today (UTC). */
  sent_today: number
  /** How many texts the caller may send a day. */
  daily_limit: number
  /** How many texts are left today. */
  left_today: number
  /** The same in a sentence. */
  text: string
}

/** A text that was sent. */
export interface SmsSent {
  /** The text as it is stored. */
  message: SmsMessage
  /** What it cost in credits. */
  credits: number
  /** How many texts are left today. */
  left_today: number
}

/** One page of a list, by offset. Name it: `model TaskPage is Page<Task>`. */
export interface SmsSourcePage {
  /** The entries of this page. */
  items: StoredMessageRef[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
}

/** How far the verification of a number has come. */
export interface SmsVerification {
  /** The number, in international format. */
  number: string
  /** Whether the number is now the caller's. */
  verified: boolean
  /** Until when the texted code can be used; absent once the number is verified. */
  code_expires?: string
}

/** A text that was sent or received. */
export interface SmsMessage {
  /** Id of the text. */
  id: string
  /** Which way it went. */
  direction: MessageDirection
  /** The other side's number, in international format. */
  number: string
  /** The text. */
  text: string
  /** How it travelled. */
  channel: SmsChannel
  /** How far it has come. */
  status: SmsStatus
  /** How many segments it takes as a text message; 1 for a chat message. */
  segments: number
  /** When it was sent or arrived. */
  created: string
  /** When its status last changed. */
  updated: string
}

/** How far a text has come. */
export type SmsStatus =
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'received'

export interface SmsMethods {
  /**
   * List texts
   *
   * The caller's texts, sent and received, newest first.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.sms.history({ limit: 50 })
   */
  readonly history: Method<SmsHistoryArgs, SmsHistory>
  /**
   * Show numbers and what is left today
   *
   * The number texts are sent from, the caller's verified numbers, and how many texts are left today.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.sms.number()
   */
  readonly number: Method<NoArgs, SmsNumber>
  /**
   * Send a text
   *
   * Sends a text. It is charged once the provider has accepted it: a text message per 160-character segment, a chat message
   * once per 24-hour conversation. The number of texts a day is capped, and a recipient who answered STOP is not written
   * to again until they answer START.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.sms.send({ to: '+447700900123', text: 'Running ten minutes late, start without me.', channel: 'sms' })
   */
  readonly send: Method<SmsSendArgs, SmsSent>
  /**
   * Read a stored text
   *
   * One stored text of the caller, in the form shared with mail and direct messages.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.sms.source({ id: 'sms_01k9y3m8v7e3q8t5r2w4x6y8z0' })
   */
  readonly source: Method<SmsSourceArgs, StoredMessage>
  /**
   * List stored texts
   *
   * Ids of the caller's stored texts, sent and received, oldest first. Read each with `sms.source`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.sms.sources({ offset: 0, limit: 20 })
   */
  readonly sources: PagedMethod<SmsSourcesArgs, SmsSourcePage>
  /**
   * Verify a phone number
   *
   * Claims a phone number in two calls: without `code` a code is texted to the number, which is charged like a text; with
   * it the number becomes the caller's. A code is good for ten minutes and five tries.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.sms.verify({ number: '+447700900456', code: '310942' })
   */
  readonly verify: Method<SmsVerifyArgs, SmsVerification>
}

export interface SocialListArgs {
  /**
   * How many posts at most; all recent ones if omitted.
   *
   * @minimum 1
   * @maximum 500
   */
  limit?: number
}

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface SocialPostList {
  /** The entries. */
  items: SocialPost[]
}

/** A public social post. */
export interface SocialPost {
  /** Id of the post; `bookmarks.add` takes it as `ref`. */
  id: string
  /** Who wrote it: a username of this instance, or the account's address on the network it comes from. */
  author: string
  /** The post as plain text. */
  text: string
  /** Where the post can be opened; absent where it has no page. */
  url?: string
  /** Id of the post that this one answers; absent for a post that starts a thread. */
  reply_to?: string
  /** Where it was published: `onedoor` for this instance, otherwise the network's host name. */
  source: string
  /** When it was published. */
  published: string
}

export interface SocialMethods {
  /**
   * List the latest social posts
   *
   * The latest social posts, newest first, answers among them. All recent posts are at most 500.
   *
   * Needs no token.
   *
   * @example await onedoor.social.list({ limit: 2 })
   */
  readonly list: Method<SocialListArgs, SocialPostList>
}

export interface StreamListArgs {
  /**
   * How many entries at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

/** A complete list. Name it: `model NoteList is List<Note>`. */
export interface StreamEntryList {
  /** The entries. */
  items: StreamEntry[]
}

/** Something that has just happened. */
export interface StreamEntry {
  /** Id of the entry. */
  id: string
  /** Service it happened in, such as `blog` or `news`. */
  service: string
  /** What happened, in one sentence of at most 512 characters. */
  text: string
  /** Where to look at it; absent where there is nothing to open. */
  url?: string
  /** True when only the caller sees the entry, false when everyone does. */
  private: boolean
  /** When it happened. */
  created: string
}

export interface StreamMethods {
  /**
   * List recent happenings
   *
   * What has just happened, newest first. Anyone sees what is public; a caller with a credential also sees the entries
   * meant for them alone. Only the 500 newest entries are kept: for older things ask `archive.list`.
   *
   * Needs no token.
   *
   * @example await onedoor.stream.list({ limit: 2 })
   */
  readonly list: Method<StreamListArgs, StreamEntryList>
}

export interface TasksCreateArgs {
  /**
   * What is to be done, in one line.
   *
   * @maxLength 200
   */
  title: string
  /**
   * The whole story, at most 20,000 characters.
   *
   * @maxLength 20000
   */
  detail?: string
  /**
   * Who it is for.
   *
   * @default 'me'
   */
  assignee?: TaskAssignee
  /**
   * When it is due, a day that the calendar has; may be in the past.
   *
   * @maxLength 40
   */
  due?: string
}

export interface TasksDeleteArgs {
  /**
   * Id of the task.
   *
   * @maxLength 200
   */
  id: string
}

export interface TasksListArgs {
  /** Only tasks in this status. Omitted, all. */
  status?: TaskStatus
  /**
   * How many tasks to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many tasks to answer, 1 to 100.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface TasksReadArgs {
  /**
   * Id of the task.
   *
   * @maxLength 200
   */
  id: string
}

export interface TasksUpdateArgs {
  /**
   * Id of the task.
   *
   * @maxLength 200
   */
  id: string
  /**
   * New title. Omitted, it stays.
   *
   * @maxLength 200
   */
  title?: string
  /**
   * New detail, at most 20,000 characters. Omitted, it stays.
   *
   * @maxLength 20000
   */
  detail?: string
  /** New status; any may follow any other. Omitted, it stays. */
  status?: TaskStatus
  /**
   * What came of it, at most 100,000 characters. Omitted, it stays.
   *
   * @maxLength 100000
   */
  result?: string
}

/** Who a task is for. */
export type TaskAssignee =
  | 'me'
  | 'agent'

/** How far a task has come. Any status may follow any other. Every task that is not done counts as open. */
export type TaskStatus =
  | 'todo'
  | 'doing'
  | 'done'
  | 'failed'
  | 'blocked'

/** A task in full. */
export interface Task {
  /** Id of the task. */
  id: string
  /** What is to be done, in one line. */
  title: string
  /** The whole story. */
  detail?: string
  /** How far it has come. */
  status: TaskStatus
  /** Who it is for. */
  assignee: TaskAssignee
  /** When it is due. */
  due?: string
  /** What came of it, or why nothing did. */
  result?: string
  /** When the task was made. */
  created: string
  /** When the task was last changed. */
  updated: string
}

/** One page of a list, by offset. Name it: `model TaskPage is Page<Task>`. */
export interface TaskPage {
  /** The entries of this page. */
  items: TaskEntry[]
  /** How many entries there are in all. */
  total: number
  /** How many entries were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
}

/** The agent's next task, if it has one. */
export interface TaskNext {
  /** The task to do next; absent when none is waiting. */
  task?: Task
  /** How many of the agent's tasks are waiting in status `todo`, this one included. */
  waiting: number
}

/** A task as lists show it, without the whole of its detail and result. */
export interface TaskEntry {
  /** Id of the task. */
  id: string
  /** What is to be done, in one line. */
  title: string
  /** Beginning of the detail as plain text on one line, at most 200 characters. */
  snippet?: string
  /** How far it has come. */
  status: TaskStatus
  /** Who it is for. */
  assignee: TaskAssignee
  /** When it is due. */
  due?: string
  /** When the task was made. */
  created: string
  /** When the task was last changed. */
  updated: string
}

export interface TasksMethods {
  /**
   * Create a task
   *
   * Makes a task in status `todo`, for the caller or for the agent.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.tasks.create({ title: 'Clear the north gutter', detail: 'The ladder is in the shed. Mind the loose bracket above the kitchen window.', assignee: 'me', due: '2026-11-24 17:00' })
   */
  readonly create: Method<TasksCreateArgs, Task>
  /**
   * Delete a task
   *
   * Deletes a task for good. An id that is not one of the caller's tasks answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.tasks.delete({ id: 'task_01k9y3m8v7e3q8t5r2w4x6y8z0' })
   */
  readonly delete: Method<TasksDeleteArgs, Deleted>
  /**
   * List tasks
   *
   * The caller's tasks: the open ones first, oldest first, then the done ones, the most recently changed first. Todo, doing,
   * failed and blocked count as open.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.tasks.list({ status: 'todo', offset: 0, limit: 20 })
   */
  readonly list: PagedMethod<TasksListArgs, TaskPage>
  /**
   * Next task for the agent
   *
   * The task the agent should do next: of those in status `todo` that are assigned to it the oldest, whenever it is due.
   * Asking changes nothing: set the status with `tasks.update`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.tasks.next()
   */
  readonly next: Method<NoArgs, TaskNext>
  /**
   * Read a task
   *
   * One task in full. An id that is not one of the caller's tasks answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.tasks.read({ id: 'task_01k9y3m8v7e3q8t5r2w4x6y8z0' })
   */
  readonly read: Method<TasksReadArgs, Task>
  /**
   * Update a task
   *
   * Changes a task; what is omitted stays as it is, and with nothing but an id so does `updated`. Any status may follow any
   * other. An id that is not one of the caller's tasks answers `not_found`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.tasks.update({ id: 'task_01k9y3m8v7e3q8t5r2w4x6y8z0', status: 'done', result: 'Cleared: moss, leaves and a tennis ball.' })
   */
  readonly update: Method<TasksUpdateArgs, Task>
}

export interface TextClassifyArgs {
  /**
   * The text to classify.
   *
   * @maxLength 30000
   */
  text: string
  /**
   * The labels to choose from, comma-separated: at least two.
   *
   * @minLength 3
   * @maxLength 4000
   */
  labels: string
}

export interface TextExtractArgs {
  /**
   * The text to read.
   *
   * @maxLength 30000
   */
  text: string
  /**
   * What to extract: a JSON schema, or a plain description such as `every person with their role`.
   *
   * @maxLength 4000
   */
  schema: string
}

export interface TextSummariseArgs {
  /**
   * The text to summarise.
   *
   * @maxLength 30000
   */
  text: string
  /**
   * `bullets` for a list; anything else is prose.
   *
   * @default 'prose'
   * @maxLength 40
   */
  style?: string
  /**
   * About how many sentences, or bullets, the summary has.
   *
   * @minimum 1
   * @maximum 50
   */
  lines?: number
}

export interface TextTranslateArgs {
  /**
   * The text to translate.
   *
   * @maxLength 30000
   */
  text: string
  /**
   * The language to translate into: a name or a code, such as `French` or `pt-BR`.
   *
   * @maxLength 60
   */
  to: string
}

/** How a text was classified. */
export interface TextClass {
  /** The label that fits best: one of `labels`, spelled as given. */
  label: string
  /** How sure the answer is, from 0 to 1. */
  confidence: number
}

/** What was extracted. */
export interface TextExtract {
  /**
   * The extracted values, with the fields that `schema` asks for. A schema of a list is answered under `items`. What the
   * text does not tell is absent.
   */
  data: Record<string, unknown>
}

/** A summary. */
export interface TextSummary {
  /** The summary; with `style` `bullets` one line a point, each beginning with `- `. */
  text: string
  /** The points, without bullets; absent for prose. */
  points?: string[]
}

/** A translation. */
export interface TextTranslation {
  /** The translated text; line breaks, lists and markup are those of the original. */
  text: string
  /** The language it was translated into, as an IETF tag such as `fr`. */
  to: string
  /** The language it was translated from, as an IETF tag; absent where it could not be told. */
  from?: string
}

export interface TextMethods {
  /**
   * Classify a text
   *
   * Puts a text under one of the given labels and says how sure that is. Longer texts fit better in the POST form.
   *
   * Costs 1 credit a call.
   *
   * @example await onedoor.text.classify({ text: 'I was charged twice for my October ticket.', labels: 'billing,delivery,praise' })
   */
  readonly classify: Method<TextClassifyArgs, TextClass>
  /**
   * Extract values from a text
   *
   * Reads structured values out of a text. The answer is JSON and nothing else; when no valid JSON could be made of the
   * text, the call fails and costs nothing.
   *
   * Costs 6 credits a call.
   *
   * @example await onedoor.text.extract({ text: 'Rosa Marin will chair the meeting in Ghent on 3 December.', schema: 'chair, city and date (YYYY-MM-DD) of the meeting' })
   */
  readonly extract: Method<TextExtractArgs, TextExtract>
  /**
   * Summarise a text
   *
   * Summarises a text, as prose or as a list of points.
   *
   * Costs 3 credits a call.
   *
   * @example await onedoor.text.summarise({ text: 'The council met on Tuesday. It agreed to reopen the ferry from May and to pay for it out of the parking fees. A vote on the fare was put off until January.', style: 'bullets', lines: 2 })
   */
  readonly summarise: Method<TextSummariseArgs, TextSummary>
  /**
   * Translate a text
   *
   * Translates a text and keeps its formatting.
   *
   * Costs 4 credits a call.
   *
   * @example await onedoor.text.translate({ text: 'The ferry leaves at nine.', to: 'French' })
   */
  readonly translate: Method<TextTranslateArgs, TextTranslation>
}

export interface InboxReadArgs {
  /**
   * Id of one thread. Omitted: the inbox.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * How many threads to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many threads at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface InboxMarkArgs {
  /** What to do. */
  action: InboxAction
  /**
   * Id of the thread.
   *
   * @maxLength 200
   */
  id: string
}

/** What to do with a thread. */
export type InboxAction =
  | 'mark_read'
  | 'mark_unread'

/** The inbox, or one thread of it. */
export interface InboxView {
  /** The threads of this page, the latest first; with an id that thread alone. */
  items: InboxThread[]
  /** How many threads there are in all; 1 with an id. */
  total: number
  /** How many threads were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
  /** How many threads of the whole inbox hold something unread. */
  unread: number
  /** The thread with its messages; only where an id was given. */
  thread?: InboxConversation
}

/** A thread's read status. */
export interface InboxMark {
  /** Id of the thread. */
  id: string
  /** Whether it counts as unread now. */
  unread: boolean
}

/** A thread of the inbox. */
export interface InboxThread {
  /** Id of the thread. */
  id: string
  /** What kind of thread it is. */
  kind: InboxThreadKind
  /** What it is about. */
  subject: string
  /** Who wrote last: a name or an address. */
  from: string
  /** The beginning of the latest message, at most 180 characters. */
  snippet: string
  /** Whether it holds something unread. */
  unread: boolean
  /** When the latest message was added. */
  updated: string
}

/** A thread with its messages. */
export interface InboxConversation {
  /** Id of the thread. */
  id: string
  /** What kind of thread it is. */
  kind: InboxThreadKind
  /** What it is about. */
  subject: string
  /** Who wrote last: a name or an address. */
  from: string
  /** The beginning of the latest message, at most 180 characters. */
  snippet: string
  /** Whether it holds something unread. */
  unread: boolean
  /** When the latest message was added. */
  updated: string
  /** The messages, oldest first. */
  messages: InboxMessage[]
}

/** What an inbox thread is. */
export type InboxThreadKind =
  | 'agent'
  | 'mail'
  | 'sms'
  | 'work'
  | 'reminder'

/** A message of a thread. */
export interface InboxMessage {
  /** Id of the message. */
  id: string
  /** Who wrote it, by role. */
  role: InboxRole
  /** Who wrote it: a name or an address. */
  from: string
  /** The message as plain text. */
  text: string
  /** When it was written. */
  created: string
}

/** Who wrote a message of a thread. */
export type InboxRole =
  | 'owner'
  | 'agent'
  | 'other'

export interface InboxMethods {
  /**
   * Read the inbox
   *
   * The threads of the inbox, the latest first, or with an id one thread with its messages. Reading changes no read status.
   * The answer is the object itself, without `result`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.inbox.read({ offset: 0, limit: 20 })
   */
  readonly read: PagedMethod<InboxReadArgs, InboxView, InboxView>
  /**
   * Mark a thread
   *
   * Marks a thread as read or unread. Marking it again changes nothing.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.inbox.mark({ action: 'mark_read', id: 'thread_01k9y3m8v7e3q8t5r2w4x6y8z0' })
   */
  readonly mark: Method<InboxMarkArgs, InboxMark, InboxMark>
}

export interface UrlCreateArgs {
  /**
   * The long address; a call without one is refused.
   *
   * @maxLength 8192
   */
  destinationURL?: string
  /**
   * The id the short link is to have. Omitted: one is generated.
   *
   * @maxLength 64
   */
  id?: string
  /**
   * What to call it.
   *
   * @maxLength 200
   */
  title?: string
  /**
   * What to sort it under.
   *
   * @maxItems 20
   */
  tags?: string[]
  /**
   * When it stops to work; omitted: never.
   *
   * @maxLength 64
   */
  expiresAt?: string
  /**
   * Whether the query of a visit is passed on to the long address.
   *
   * @default false
   */
  forwardQuery?: boolean
}

export interface UrlCreate_manyArgs {
  /**
   * The links to make, in the order in which they are answered.
   *
   * @minItems 1
   * @maxItems 500
   */
  links: UrlNewLink[]
}

export interface UrlDeleteArgs {
  /**
   * Id of the link. Where both are given, they must name the same link.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * Address of the short link.
   *
   * @maxLength 2048
   */
  shortURL?: string
}

export interface UrlExportArgs {
  /**
   * The form of the file.
   *
   * @default 'csv'
   */
  format?: UrlExportFormat
  /**
   * How many links to take at most.
   *
   * @default 5000
   * @minimum 1
   * @maximum 5000
   */
  limit?: number
  /**
   * How many links to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
}

export interface UrlGetArgs {
  /**
   * Id of the link. Where both are given, they must name the same link.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * Address of the short link.
   *
   * @maxLength 2048
   */
  shortURL?: string
}

export interface UrlListArgs {
  /**
   * Only the link with this short address.
   *
   * @maxLength 2048
   */
  shortURL?: string
  /**
   * Only links with this tag.
   *
   * @maxLength 50
   */
  tag?: string
  /**
   * Only links whose id, title, tags or long address hold every one of these words, or words that begin with them.
   *
   * @maxLength 256
   */
  search?: string
  /**
   * How many to answer at most. Omitted: all up to 10,000; or 100 where `offset` is given.
   *
   * @minimum 1
   * @maximum 1000
   */
  limit?: number
  /**
   * How many to skip.
   *
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
}

export interface UrlQrArgs {
  /**
   * Id of the link. Where both are given, they must name the same link.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * Address of the short link.
   *
   * @maxLength 2048
   */
  shortURL?: string
  /**
   * The form of the picture.
   *
   * @default 'svg'
   */
  format?: UrlQrFormat
  /**
   * Width and height in pixels. A PNG is made as large as whole pixels a module allow, and never larger.
   *
   * @default 512
   * @minimum 64
   * @maximum 2048
   */
  size?: number
  /**
   * Width of the blank edge in modules; readers expect 4.
   *
   * @default 4
   * @minimum 0
   * @maximum 16
   */
  margin?: number
  /**
   * How much damage it bears.
   *
   * @default 'medium'
   */
  errorCorrection?: UrlQrCorrection
}

export interface UrlResolveArgs {
  /**
   * Id of the link. Where both are given, they must name the same link.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * Address of the short link.
   *
   * @maxLength 2048
   */
  shortURL?: string
}

export interface UrlShortenArgs {
  /**
   * The long address; a call without one is refused.
   *
   * @maxLength 8192
   */
  destinationURL?: string
}

export interface UrlStatsArgs {
  /**
   * Id of the link. Where both are given, they must name the same link.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * Address of the short link.
   *
   * @maxLength 2048
   */
  shortURL?: string
  /**
   * How many days to look back on, today being the last of them.
   *
   * @default 30
   * @minimum 1
   * @maximum 366
   */
  days?: number
}

export interface UrlUpdateArgs {
  /**
   * The new long address.
   *
   * @maxLength 8192
   */
  destinationURL?: string
  /**
   * Id of the link. Where both are given, they must name the same link.
   *
   * @maxLength 200
   */
  id?: string
  /**
   * Address of the short link.
   *
   * @maxLength 2048
   */
  shortURL?: string
  /**
   * What to call it; empty takes the title away.
   *
   * @maxLength 200
   */
  title?: string
  /**
   * What to sort it under, in place of what there was; an empty list takes all tags away.
   *
   * @maxItems 20
   */
  tags?: string[]
  /**
   * When it stops to work; empty for never. A moment that has passed ends it at once.
   *
   * @maxLength 64
   */
  expiresAt?: string
  /** Whether the query of a visit is passed on to the long address. */
  forwardQuery?: boolean
}

/** One link of many. It is checked by itself, so that one that is wrong does not keep the others from being made. */
export interface UrlNewLink {
  /** The long address, as for `url.create`. */
  destinationURL?: string
  /** The id the short link is to have, as for `url.create`. Omitted: one is generated. */
  id?: string
  /** What to call it: at most 200 characters. */
  title?: string
  /** What to sort it under: at most 20 words of 50 characters. */
  tags?: string[]
  /** When it stops to work; omitted: never. */
  expiresAt?: string
  /** Whether the query of a visit is passed on to the long address. */
  forwardQuery?: boolean
}

/** The form of a file. */
export type UrlExportFormat =
  | 'csv'
  | 'json'

/** The form of a picture. */
export type UrlQrFormat =
  | 'svg'
  | 'png'

/** How much of a QR code may be dirty or covered before it cannot be read any more; the more, the denser it is. */
export type UrlQrCorrection =
  | 'low'
  | 'medium'
  | 'quartile'
  | 'high'

export interface UrlCreated {
  /** The new link. */
  url: UrlRecord
}

export interface UrlCreatedMany {
  /** One entry a link, in the order in which they were sent. */
  links: UrlMade[]
  /** How many were made, and charged. */
  made: number
  /** How many were not. */
  failed: number
}

export type UrlDeleted = Record<string, never>

export interface UrlExported {
  /** Media type of the file. */
  contentType: string
  /** The file's text. */
  content: string
  /** How many links it holds. */
  count: number
  /** How many links there are in all. */
  total: number
  /** The `offset` of the next part; absent where this is the last. */
  nextOffset?: number
}

export interface UrlFound {
  /** The link. */
  url: UrlRecord
}

export interface UrlList {
  /** The caller's links, the newest first. */
  urlPairs: UrlPair[]
  /** How many there are in all; absent where the answer holds all of them because no `limit` or `offset` was given. */
  total?: number
  /** The `offset` of the next page; absent on the last page. */
  nextOffset?: number
}

export interface UrlQrCode {
  /** The address that the code holds. */
  shortURL: string
  /** Media type of the picture: `image/svg+xml` or `image/png`. */
  contentType: string
  /** How the picture stands in `content`. */
  encoding: UrlContentEncoding
  /** The picture. */
  content: string
}

export interface UrlResolved {
  /** The long address. */
  destinationURL: string
}

export interface UrlShortened {
  /** Address of the new short link. */
  shortURL: string
}

export interface UrlStats {
  /** Id of the link. */
  id: string
  /** Address of the short link. */
  shortURL: string
  /** Visits since the link was created. */
  total: UrlVisits
  /** Visits by day, every day of the time looked back on, the oldest first. */
  days: UrlDayVisits[]
  /** Visits of people in that time by kind of device, the most first; kinds without a visit are left out. */
  devices: UrlDeviceVisits[]
  /** The sites that sent most people in that time, up to 50, the most first. Most visits do not say where they come from. */
  referrers: UrlReferrerVisits[]
}

export type UrlUpdated = Record<string, never>

/** A short link with its id. */
export interface UrlRecord {
  /** Id of the link: generated, or chosen when it was created. */
  id: string
  /** Address of the short link; its path is `/u/` and the id. */
  shortURL: string
  /** The long address it leads to, as the URL standard writes it: host in small letters, other scripts encoded. */
  destinationURL: string
  /** When it was created: ISO 8601 in UTC, with nanoseconds. */
  created: string
  /** How often people followed it, a decimal number as a string. Robots, previews and HEAD requests do not count. */
  hitCount: string
  /** What the owner calls it; absent without one. */
  title?: string
  /** What the owner sorts it under, in small letters; absent without any. */
  tags?: string[]
  /** When it stops to work; absent where it does not. */
  expiresAt?: string
  /** True where the query of a visit is passed on to the long address; absent where it is not. */
  forwardQuery?: boolean
  /** When the link was last changed; absent where that was never. */
  updated?: string
}

/** What came of one link of many: it was made, or why it was not. */
export interface UrlMade {
  /** The new link; absent where it was not made. */
  url?: UrlRecord
  /** Why it was not made: what `url.create` would have answered. Absent where it was. */
  error?: LegacyProblem
}

/** A short link as the list holds it. What it does not have is absent. */
export interface UrlPair {
  /** Id of the link: generated, or chosen when it was created. */
  id: string
  /** Address of the short link; its path is `/u/` and the id. */
  shortURL: string
  /** The long address it leads to, as the URL standard writes it: host in small letters, other scripts encoded. */
  destinationURL: string
  /** When it was created: ISO 8601 in UTC, with nanoseconds. */
  created: string
  /** How often people followed it, a decimal number as a string. Robots, previews and HEAD requests do not count. */
  hitCount: string
  /** What the owner calls it; absent without one. */
  title?: string
  /** What the owner sorts it under, in small letters; absent without any. */
  tags?: string[]
  /** When it stops to work; absent where it does not. */
  expiresAt?: string
  /** True where the query of a visit is passed on to the long address; absent where it is not. */
  forwardQuery?: boolean
}

/** How bytes stand in a text. */
export type UrlContentEncoding =
  | 'text'
  | 'base64'

/** Visits by who they were of. */
export interface UrlVisits {
  /** Visits of people: what `hitCount` counts. */
  people: number
  /** Visits of robots, and previews that a chat or a browser loads by itself. */
  bots: number
  /** HEAD requests, which ask where a link leads without following it. */
  heads: number
}

/** The visits of a day. */
export interface UrlDayVisits {
  /** The day in UTC. */
  day: string
  /** Visits of people: what `hitCount` counts. */
  people: number
  /** Visits of robots, and previews that a chat or a browser loads by itself. */
  bots: number
  /** HEAD requests, which ask where a link leads without following it. */
  heads: number
}

/** Visits of people from one kind of device. */
export interface UrlDeviceVisits {
  /** The kind of device. */
  device: UrlDevice
  /** Visits of people. */
  people: number
}

/** Visits of people who came from one site. */
export interface UrlReferrerVisits {
  /** Host name of the page that held the link. */
  host: string
  /** Visits of people. */
  people: number
}

/** The body of every error of the gateway and of the URL service. */
export interface LegacyProblem {
  /** Which part of the service answered, such as `url.resolve`. */
  id: string
  /** The HTTP status as a number. */
  code: number
  /** One sentence a person can act on. */
  detail: string
  /** The HTTP status as text, such as `Bad Request`. */
  status: string
}

/** A kind of device. */
export type UrlDevice =
  | 'desktop'
  | 'mobile'
  | 'tablet'
  | 'other'

export interface UrlMethods {
  /**
   * Create a short link
   *
   * Makes a short link with an id of the caller's choice. Without an id one is generated. An id that is taken, or was once,
   * answers 409, a destination that is not an http or https address 400.
   *
   * Needs a token of an account. Costs 0.01 credits a call.
   *
   * @example await onedoor.url.create({ destinationURL: 'https://ferries.example/timetable?season=winter', id: 'winter-ferry', title: 'Winter timetable', tags: ['ferries'] })
   */
  readonly create: Method<UrlCreateArgs, UrlCreated, UrlCreated>
  /**
   * Create many short links
   *
   * Makes up to 500 short links at once. Each is made or refused by itself, and the answer says for every one what came of
   * it. The price is that of `url.create` for each link that was made.
   *
   * Needs a token of an account. Costs 0.01 credits a call.
   *
   * @example await onedoor.url.create_many({ links: [{ destinationURL: 'https://ferries.example/timetable?season=winter', id: 'winter-ferry' }, { destinationURL: 'ferries.example', id: 'ferries' }] })
   */
  readonly create_many: Method<UrlCreate_manyArgs, UrlCreatedMany, UrlCreatedMany>
  /**
   * Delete a short link
   *
   * Deletes one of the caller's links. The short address answers 410 from then on, and its id is not given again.
   *
   * Needs a token of an account. Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.delete({ id: 'winter-ferry' })
   */
  readonly delete: Method<UrlDeleteArgs, UrlDeleted, UrlDeleted>
  /**
   * Export short links
   *
   * The caller's links as the text of a file, the newest first, up to 5,000 at once.
   *
   * Needs a token of an account. Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.export({ format: 'csv' })
   */
  readonly export: Method<UrlExportArgs, UrlExported, UrlExported>
  /**
   * Get a short link
   *
   * One of the caller's links with all that is kept with it.
   *
   * Needs a token of an account. Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.get({ id: 'winter-ferry' })
   */
  readonly get: Method<UrlGetArgs, UrlFound, UrlFound>
  /**
   * List short links
   *
   * The caller's links, the newest first, or those that fit what is asked for. Without `limit` and `offset` it answers all
   * of them, or the newest 10,000 where there are more: then `total` and `nextOffset` say so.
   *
   * Needs a token of an account. Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.list({ shortURL: 'https://onedoor.example/u/winter-ferry' })
   */
  readonly list: PagedMethod<UrlListArgs, UrlList, UrlList, 'urlPairs'>
  /**
   * Draw a short link as a QR code
   *
   * The address of one of the caller's links as a QR code, an SVG drawing or a PNG picture.
   *
   * Needs a token of an account. Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.qr({ id: 'winter-ferry', format: 'png', size: 256 })
   */
  readonly qr: Method<UrlQrArgs, UrlQrCode, UrlQrCode>
  /**
   * Resolve a short link
   *
   * The long address of a short link, anyone's. It does not count as following the link. One that has expired answers 410.
   *
   * Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.resolve({ shortURL: 'https://onedoor.example/u/winter-ferry' })
   */
  readonly resolve: Method<UrlResolveArgs, UrlResolved, UrlResolved>
  /**
   * Shorten an address
   *
   * Makes a short link with a generated id. Each call makes a new one, also for an address that has one.
   *
   * Needs a token of an account. Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.shorten({ destinationURL: 'https://ferries.example/timetable?season=winter' })
   */
  readonly shorten: Method<UrlShortenArgs, UrlShortened, UrlShortened>
  /**
   * Count a short link's visits
   *
   * How often one of the caller's links was followed: by day, by kind of device and by the site that held it. Addresses of
   * visitors are not kept.
   *
   * Needs a token of an account. Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.stats({ id: 'winter-ferry', days: 2 })
   */
  readonly stats: Method<UrlStatsArgs, UrlStats, UrlStats>
  /**
   * Change a short link
   *
   * Changes one of the caller's links: where it leads, or what is kept with it. What is omitted stays, as do id, creation
   * time and count.
   *
   * Needs a token of an account. Costs 0.000001 credits a call.
   *
   * @example await onedoor.url.update({ destinationURL: 'https://ferries.example/timetable?season=summer', id: 'winter-ferry' })
   */
  readonly update: Method<UrlUpdateArgs, UrlUpdated, UrlUpdated>
}

export interface WorkReadArgs {
  /**
   * Id of one piece of work. Omitted: all.
   *
   * @maxLength 200
   */
  id?: string
  /** Only work with this status. */
  status?: WorkStatus
  /**
   * How many pieces to skip.
   *
   * @default 0
   * @minimum 0
   * @maximum 1000000
   */
  offset?: number
  /**
   * How many pieces at most.
   *
   * @default 20
   * @minimum 1
   * @maximum 100
   */
  limit?: number
}

export interface WorkSubmitArgs {
  /**
   * What the agent is to do. Either this, or `action` with `id`.
   *
   * @maxLength 30000
   */
  prompt?: string
  /** What to do with existing work. */
  action?: WorkAction
  /**
   * Id of the work to retry.
   *
   * @maxLength 200
   */
  id?: string
}

/** How far a piece of work has come. */
export type WorkStatus =
  | 'todo'
  | 'doing'
  | 'done'
  | 'failed'
  | 'blocked'

/** What to do with existing work. */
export type WorkAction =
  | 'retry'

/** The caller's work, or one piece of it. */
export interface WorkView {
  /** The pieces of this page, the newest first; with an id that piece alone. */
  items: WorkItem[]
  /** How many pieces there are in all; 1 with an id. */
  total: number
  /** How many pieces were skipped before this page. */
  offset: number
  /** The `offset` of the next page; absent on the last page. */
  next_offset?: number
  /** The piece with its progress; only where an id was given. */
  work?: WorkProgress
}

/** The work that was submitted or retried. */
export interface WorkSubmitted {
  /** The work as it stands now. */
  work: WorkProgress
}

/** A piece of work given to the agent. */
export interface WorkItem {
  /** Id of the work. */
  id: string
  /** What the agent was asked to do. */
  prompt: string
  /** How far it has come. */
  status: WorkStatus
  /** What came of it; absent until it is done. */
  result?: string
  /** Id of the inbox thread its result is delivered to. */
  thread?: string
  /** How often it has run. */
  attempts: number
  /** When it was submitted. */
  created: string
  /** When it last changed. */
  updated: string
}

/** A piece of work with its progress. */
export interface WorkProgress {
  /** Id of the work. */
  id: string
  /** What the agent was asked to do. */
  prompt: string
  /** How far it has come. */
  status: WorkStatus
  /** What came of it; absent until it is done. */
  result?: string
  /** Id of the inbox thread its result is delivered to. */
  thread?: string
  /** How often it has run. */
  attempts: number
  /** When it was submitted. */
  created: string
  /** When it last changed. */
  updated: string
  /** Its runs, the first one first; the last one holds the present progress. */
  runs: WorkAttempt[]
}

/** One run of a piece of work. */
export interface WorkAttempt {
  /** Which run it is, from 1. */
  number: number
  /** How it stands or ended. */
  status: WorkStatus
  /** Its steps, in order. */
  steps: WorkStep[]
  /** Why it failed or is blocked; absent otherwise. */
  error?: string
  /** When it began. */
  started: string
  /** When it ended; absent while it runs. */
  finished?: string
}

/** One step of a piece of work: a method that the agent called. */
export interface WorkStep {
  /** The method, such as `notes.add`. */
  method: string
  /** Whether it succeeded. */
  ok: boolean
  /** What it answered or why it failed, in a sentence. */
  text: string
  /** When it began. */
  started: string
  /** How long it took, in seconds. */
  duration_s: number
}

export interface WorkMethods {
  /**
   * Read work
   *
   * The caller's work, the newest first, or with an id one piece with its progress in `work`. The answer is the object
   * itself, without `result`.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.work.read({ status: 'doing', offset: 0, limit: 20 })
   */
  readonly read: PagedMethod<WorkReadArgs, WorkView, WorkView>
  /**
   * Submit or retry work
   *
   * Submits work with `prompt`, or runs failed or blocked work again with `action` `retry` and its `id`, after someone has
   * looked at it. It starts at once and goes on when the connection closes. A submission whose answer was lost may have
   * started: look at the list before sending it again, or send an `Idempotency-Key` with it.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.work.submit({ prompt: 'Collect the opening hours of the three nearest libraries into a note.' })
   */
  readonly submit: Method<WorkSubmitArgs, WorkSubmitted, WorkSubmitted>
}

/** Every method of the server, by family. */
export interface OnedoorClient {
  /** Credits, bought by payment. */
  readonly payments: PaymentsMethods
  /** The agent: one prompt, one answer, in threads. */
  readonly agent: AgentMethods
  /** Small self-contained HTML tools, built, hosted and shared. */
  readonly apps: AppsMethods
  /** What the services have published, by kind. */
  readonly archive: ArchiveMethods
  /** Posts in markdown, public or kept to the author. */
  readonly blog: BlogMethods
  /** Saved links and archive items, with private notes. */
  readonly bookmarks: BookmarksMethods
  /** Web pages read and pictured by a real browser. */
  readonly browser: BrowserMethods
  /** Rooms and direct messages. */
  readonly chat: ChatMethods
  /** The caller's address book. */
  readonly contacts: ContactsMethods
  /** Markdown documents, private unless published. */
  readonly docs: DocsMethods
  /** Reminders and scheduled work, with repeats and free time. */
  readonly events: EventsMethods
  /** Stored files, and reading from a connected cloud drive. */
  readonly files: FilesMethods
  /** Aircraft in the air and flights by number. */
  readonly flights: FlightsMethods
  /** Products by barcode and hygiene ratings. */
  readonly food: FoodMethods
  /** Private groups with members and roles. */
  readonly groups: GroupsMethods
  /** Earthquakes, floods and disaster alerts. */
  readonly hazards: HazardsMethods
  /** Pictures: upload, generate, share. */
  readonly images: ImagesMethods
  /** Islamic texts, in full and with their sources. */
  readonly islam: IslamMethods
  /** The caller's mailbox, and reading from a connected web-mail account. */
  readonly mail: MailMethods
  /** Map tiles of Britain. */
  readonly maps: MapsMethods
  /** Prices, history and conversion of currencies, crypto, shares and commodities. */
  readonly markets: MarketsMethods
  /** Headlines and articles. */
  readonly news: NewsMethods
  /** Private notes, addressed by their title. */
  readonly notes: NotesMethods
  /** Notifications on the caller's own devices. */
  readonly notify: NotifyMethods
  /** Coordinates, addresses, heights and points of interest. */
  readonly places: PlacesMethods
  /** Prayer times, qibla, verses and sayings. */
  readonly prayer: PrayerMethods
  /** Past conversations with the agent. */
  readonly recall: RecallMethods
  /** Directions and travel times. */
  readonly routes: RoutesMethods
  /** Commands and files in the account's own sandbox. */
  readonly shell: ShellMethods
  /** Texts from and to verified numbers. */
  readonly sms: SmsMethods
  /** The latest social posts. */
  readonly social: SocialMethods
  /** What has just happened. */
  readonly stream: StreamMethods
  /** Things to do, for the caller or for the agent. */
  readonly tasks: TasksMethods
  /** Classify, extract, summarise and translate text. */
  readonly text: TextMethods
  /** The account's inbox of threads. */
  readonly inbox: InboxMethods
  /** The URL shortener. */
  readonly url: UrlMethods
  /** Work given to the agent, and its progress. */
  readonly work: WorkMethods
}

/**
 * A client of one server.
 * Throws a TypeError for options that cannot be used, such as a relative `baseUrl`.
 */
export declare function createClient(options: ClientOptions): OnedoorClient

/** The methods of `payments`, for `clientOf`. */
export declare const payments: Family<PaymentsMethods>
/** The methods of `agent`, for `clientOf`. */
export declare const agent: Family<AgentMethods>
/** The methods of `apps`, for `clientOf`. */
export declare const apps: Family<AppsMethods>
/** The methods of `archive`, for `clientOf`. */
export declare const archive: Family<ArchiveMethods>
/** The methods of `blog`, for `clientOf`. */
export declare const blog: Family<BlogMethods>
/** The methods of `bookmarks`, for `clientOf`. */
export declare const bookmarks: Family<BookmarksMethods>
/** The methods of `browser`, for `clientOf`. */
export declare const browser: Family<BrowserMethods>
/** The methods of `chat`, for `clientOf`. */
export declare const chat: Family<ChatMethods>
/** The methods of `contacts`, for `clientOf`. */
export declare const contacts: Family<ContactsMethods>
/** The methods of `docs`, for `clientOf`. */
export declare const docs: Family<DocsMethods>
/** The methods of `events`, for `clientOf`. */
export declare const events: Family<EventsMethods>
/** The methods of `files`, for `clientOf`. */
export declare const files: Family<FilesMethods>
/** The methods of `flights`, for `clientOf`. */
export declare const flights: Family<FlightsMethods>
/** The methods of `food`, for `clientOf`. */
export declare const food: Family<FoodMethods>
/** The methods of `groups`, for `clientOf`. */
export declare const groups: Family<GroupsMethods>
/** The methods of `hazards`, for `clientOf`. */
export declare const hazards: Family<HazardsMethods>
/** The methods of `images`, for `clientOf`. */
export declare const images: Family<ImagesMethods>
/** The methods of `islam`, for `clientOf`. */
export declare const islam: Family<IslamMethods>
/** The methods of `mail`, for `clientOf`. */
export declare const mail: Family<MailMethods>
/** The methods of `maps`, for `clientOf`. */
export declare const maps: Family<MapsMethods>
/** The methods of `markets`, for `clientOf`. */
export declare const markets: Family<MarketsMethods>
/** The methods of `news`, for `clientOf`. */
export declare const news: Family<NewsMethods>
/** The methods of `notes`, for `clientOf`. */
export declare const notes: Family<NotesMethods>
/** The methods of `notify`, for `clientOf`. */
export declare const notify: Family<NotifyMethods>
/** The methods of `places`, for `clientOf`. */
export declare const places: Family<PlacesMethods>
/** The methods of `prayer`, for `clientOf`. */
export declare const prayer: Family<PrayerMethods>
/** The methods of `recall`, for `clientOf`. */
export declare const recall: Family<RecallMethods>
/** The methods of `routes`, for `clientOf`. */
export declare const routes: Family<RoutesMethods>
/** The methods of `shell`, for `clientOf`. */
export declare const shell: Family<ShellMethods>
/** The methods of `sms`, for `clientOf`. */
export declare const sms: Family<SmsMethods>
/** The methods of `social`, for `clientOf`. */
export declare const social: Family<SocialMethods>
/** The methods of `stream`, for `clientOf`. */
export declare const stream: Family<StreamMethods>
/** The methods of `tasks`, for `clientOf`. */
export declare const tasks: Family<TasksMethods>
/** The methods of `text`, for `clientOf`. */
export declare const text: Family<TextMethods>
/** The methods of `inbox`, for `clientOf`. */
export declare const inbox: Family<InboxMethods>
/** The methods of `url`, for `clientOf`. */
export declare const url: Family<UrlMethods>
/** The methods of `work`, for `clientOf`. */
export declare const work: Family<WorkMethods>

/**
 * A client with the given families alone, such as `{ notes, tasks }`: a bundle then holds nothing of the others.
 * Throws a TypeError for options that cannot be used.
 */
export declare function clientOf<Families extends Record<string, Family<unknown>>>(
  families: Families,
  options: ClientOptions,
): MethodsOf<Families>

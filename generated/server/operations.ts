// Written by `npm run generate` from spec/. Do not edit.
export const apiVersion = '0.1.0'

export type OperationId =
  | 'payments.topup'
  | 'agent.ask'
  | 'agent.ask_named'
  | 'agent.add'
  | 'agent.approvals'
  | 'agent.decide'
  | 'agent.delete'
  | 'agent.list'
  | 'apps.build'
  | 'apps.builds'
  | 'apps.buildstatus'
  | 'apps.collection'
  | 'apps.create'
  | 'apps.edit'
  | 'apps.embed'
  | 'apps.fork'
  | 'apps.read'
  | 'apps.test'
  | 'archive.list'
  | 'blog.create'
  | 'blog.delete'
  | 'blog.list'
  | 'blog.read'
  | 'blog.update'
  | 'bookmarks.add'
  | 'bookmarks.annotate'
  | 'bookmarks.delete'
  | 'bookmarks.get'
  | 'bookmarks.list'
  | 'browser.read'
  | 'browser.shot'
  | 'calls.list'
  | 'chat.messages'
  | 'chat.rooms'
  | 'chat.send'
  | 'chat.source'
  | 'chat.sources'
  | 'contacts.add'
  | 'contacts.delete'
  | 'contacts.find'
  | 'contacts.list'
  | 'docs.delete'
  | 'docs.list'
  | 'docs.read'
  | 'docs.write'
  | 'events.create'
  | 'events.delete'
  | 'events.free'
  | 'events.list'
  | 'events.read'
  | 'events.update'
  | 'files.delete'
  | 'files.driveread'
  | 'files.drivesearch'
  | 'files.get'
  | 'files.list'
  | 'files.put'
  | 'files.share'
  | 'flights.airport'
  | 'flights.overhead'
  | 'flights.status'
  | 'flights.track'
  | 'food.hygiene'
  | 'food.product'
  | 'groups.create'
  | 'groups.list'
  | 'groups.read'
  | 'groups.update'
  | 'hazards.alerts'
  | 'hazards.floods'
  | 'hazards.quakes'
  | 'images.daily'
  | 'images.delete'
  | 'images.generate'
  | 'images.get'
  | 'images.list'
  | 'images.share'
  | 'images.update'
  | 'images.upload'
  | 'islam.read'
  | 'mail.inbox'
  | 'mail.info'
  | 'mail.markread'
  | 'mail.read'
  | 'mail.send'
  | 'mail.source'
  | 'mail.sources'
  | 'mail.webmailread'
  | 'mail.webmailsearch'
  | 'maps.area'
  | 'maps.tile'
  | 'markets.convert'
  | 'markets.history'
  | 'markets.list'
  | 'markets.quote'
  | 'news.headlines'
  | 'news.list'
  | 'news.read'
  | 'notes.add'
  | 'notes.delete'
  | 'notes.get'
  | 'notes.list'
  | 'notify.devices'
  | 'notify.send'
  | 'places.address'
  | 'places.elevation'
  | 'places.geocode'
  | 'places.nearby'
  | 'prayer.qibla'
  | 'prayer.reflection'
  | 'prayer.saying'
  | 'prayer.times'
  | 'prayer.verse'
  | 'recall.conversation'
  | 'recall.list'
  | 'routes.directions'
  | 'routes.eta'
  | 'routes.nearest'
  | 'shell.run'
  | 'shell.write'
  | 'sms.history'
  | 'sms.number'
  | 'sms.send'
  | 'sms.source'
  | 'sms.sources'
  | 'sms.verify'
  | 'social.list'
  | 'stream.list'
  | 'tasks.create'
  | 'tasks.delete'
  | 'tasks.list'
  | 'tasks.next'
  | 'tasks.read'
  | 'tasks.update'
  | 'text.classify'
  | 'text.classify_body'
  | 'text.extract'
  | 'text.extract_body'
  | 'text.summarise'
  | 'text.summarise_body'
  | 'text.translate'
  | 'text.translate_body'
  | 'inbox.read'
  | 'inbox.mark'
  | 'url.create'
  | 'url.create_many'
  | 'url.delete'
  | 'url.export'
  | 'url.get'
  | 'url.list'
  | 'url.qr'
  | 'url.resolve'
  | 'url.shorten'
  | 'url.stats'
  | 'url.update'
  | 'work.read'
  | 'work.submit'

export const families = ["payments","agent","apps","archive","blog","bookmarks","browser","calls","chat","contacts","docs","events","files","flights","food","groups","hazards","images","islam","mail","maps","markets","news","notes","notify","places","prayer","recall","routes","shell","sms","social","stream","tasks","text","inbox","url","work"] as const

export type Family = (typeof families)[number]

/** What a call does. docs/relations-and-effects.md explains each. */
export type Effect =
  | 'reads own'
  | 'reads others'
  | 'creates own'
  | 'overwrites own'
  | 'destroys'
  | 'publishes'
  | 'sends to a person'
  | 'leaves the instance'
  | 'spends'
  | 'instructs'
  | 'grants'

/** What an argument is: the object acted on, its recipient, who can see it, an address, a setting, text, a secret … */
export type ArgumentKind =
  | 'object'
  | 'recipient'
  | 'visibility'
  | 'address'
  | 'setting'
  | 'text'
  | 'instructions'
  | 'secret'

/** The argument is given and neither empty nor false; or it has this value; or it names a record that exists, or is public. */
export interface EffectCondition {
  readonly argument: string
  readonly is?: string | boolean
  readonly exists?: true | 'public'
}

/**
 * Where a result has text by others: nowhere if its field "own" is true; or in those of "fields" that are there and not
 * empty. Their value is the field that says the same of each entry, or true if none does.
 */
export type ForeignText = { readonly own: string } | { readonly fields: Readonly<Record<string, true | string>> }

/**
 * The call that takes another one back. A text in its arguments is where the value is found, such as "args.title" or
 * "result.note.id"; anything else is the value. "if" is what must be true, such as "result.is_new".
 */
export interface Undo {
  readonly operation: string
  readonly arguments: Readonly<Record<string, string | boolean>>
  readonly if?: string
}

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
  /** Price of a call; 0 also where it varies. */
  readonly microCredits: number
  /** What is paid for, where the price varies with the call, such as "for each SMS segment". */
  readonly priceUnit?: string
  readonly withheld: boolean
  readonly bodyCapBytes: number
  readonly provider?: string
  readonly capability?: string
  readonly formOf?: OperationId
  /** Everything that a call can do; each effect once. */
  readonly effects: readonly Effect[]
  /** The effects that only some calls have: those that fulfil one of the conditions. */
  readonly effectWhen?: { readonly [E in Effect]?: readonly EffectCondition[] }
  /** The kinds of the arguments that have one, by name. */
  readonly argumentKinds: Readonly<Record<string, ArgumentKind>>
  /** The call that takes a successful one back. */
  readonly undo?: Undo
  /** Its public writes are counted: those of every call, or if this argument is true. */
  readonly publicWrite?: true | string
  readonly topUp?: true
  /** Its result can contain text by others than the caller; true if all of it counts as such. */
  readonly foreignText?: true | ForeignText
  /** Seconds that a call may take, where it is more than for others. */
  readonly timeLimitS?: number
  /** Its result is the same for every caller. */
  readonly sameForEveryone?: true
  /** It reports progress as server-sent events on request. */
  readonly reportsProgress?: true
  readonly envelope: 'result' | 'bare'
  readonly errorForm: 'tools' | 'legacy'
  readonly hasBody: boolean
  readonly listArguments: readonly string[]
  /** The main name of each argument that is an alias. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Since when it is deprecated, from when it may be missing (days in UTC), and what to use instead. */
  readonly deprecation?: { readonly since: string; readonly end: string; readonly instead?: string }
}

export const operations: readonly Operation[] = [
  {"id":"payments.topup","family":"payments","method":"topup","verb":"POST","path":"/account/topup","summary":"Buy credits","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"topUp":true,"effects":["spends"],"argumentKinds":{},"envelope":"bare","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"agent.ask","family":"agent","method":"ask","verb":"POST","path":"/agent","summary":"Ask the agent","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"priceUnit":"for each metered method that the agent calls, and for model tokens","withheld":true,"bodyCapBytes":3145728,"provider":"model","capability":"agent","foreignText":true,"effects":["reads own","reads others","spends","instructs"],"argumentKinds":{"prompt":"instructions","thread":"object"},"timeLimitS":330,"reportsProgress":true,"envelope":"bare","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"agent.ask_named","family":"agent","method":"ask_named","verb":"POST","path":"/agent/{name}","summary":"Ask a named agent","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"priceUnit":"for each metered method that the agent calls, and for model tokens","withheld":true,"bodyCapBytes":3145728,"provider":"model","capability":"agent","foreignText":true,"effects":["reads own","reads others","spends","instructs"],"argumentKinds":{"name":"object","prompt":"instructions","thread":"object"},"timeLimitS":330,"reportsProgress":true,"envelope":"bare","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"agent.add","family":"agent","method":"add","verb":"POST","path":"/api/v1/agent/add","summary":"Create or change a named agent","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":1020928,"capability":"agent","effects":["overwrites own","instructs","grants"],"argumentKinds":{"name":"object","instructions":"instructions","services":"setting","budgets":"setting","rules":"setting"},"undo":{"operation":"agent.delete","arguments":{"name":"args.name"},"if":"result.is_new"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"agent.approvals","family":"agent","method":"approvals","verb":"GET","path":"/api/v1/agent/approvals","summary":"List approvals","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":true,"bodyCapBytes":16384,"capability":"agent","foreignText":{"fields":{"items":true}},"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[],"aliases":{"state":"status"}},
  {"id":"agent.decide","family":"agent","method":"decide","verb":"POST","path":"/api/v1/agent/decide","summary":"Decide an approval","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"capability":"agent","effects":["overwrites own","grants"],"argumentKinds":{"id":"object","password":"secret"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"agent.delete","family":"agent","method":"delete","verb":"POST","path":"/api/v1/agent/delete","summary":"Delete a named agent","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"capability":"agent","effects":["destroys"],"argumentKinds":{"name":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"agent.list","family":"agent","method":"list","verb":"GET","path":"/api/v1/agent/list","summary":"List named agents","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"capability":"agent","effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"apps.build","family":"apps","method":"build","verb":"POST","path":"/api/v1/apps/build","summary":"Build an app from a description","needs":"caller","kind":"write","retry":"idempotent","microCredits":19000000,"withheld":false,"bodyCapBytes":194560,"provider":"model","effects":["creates own","overwrites own","publishes","spends"],"effectWhen":{"publishes":[{"argument":"slug","exists":"public"}],"overwrites own":[{"argument":"slug"}]},"argumentKinds":{"prompt":"text","slug":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"apps.builds","family":"apps","method":"builds","verb":"GET","path":"/api/v1/apps/builds","summary":"List builds","needs":"caller","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"apps.buildstatus","family":"apps","method":"buildstatus","verb":"GET","path":"/api/v1/apps/buildstatus","summary":"Get a build's status","needs":"caller","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"apps.collection","family":"apps","method":"collection","verb":"GET","path":"/api/v1/apps/collection","summary":"List the caller's apps","needs":"caller","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"apps.create","family":"apps","method":"create","verb":"POST","path":"/api/v1/apps/create","summary":"Save an app","needs":"caller","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":2097152,"effects":["creates own","publishes"],"effectWhen":{"publishes":[{"argument":"public","is":true},{"argument":"name"}]},"argumentKinds":{"public":"visibility","private":"visibility","name":"text","html":"text","slug":"object","description":"text","tags":"text","icon":"text"},"publicWrite":"public","envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"apps.edit","family":"apps","method":"edit","verb":"POST","path":"/api/v1/apps/edit","summary":"Edit an app","needs":"caller","kind":"write","retry":"idempotent","microCredits":10000000,"withheld":false,"bodyCapBytes":2097152,"effects":["overwrites own","publishes","spends"],"argumentKinds":{"slug":"object","name":"text","description":"text","tags":"text","html":"text","icon":"text","price":"setting"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"apps.embed","family":"apps","method":"embed","verb":"GET","path":"/api/v1/apps/embed","summary":"Embed an app in a conversation","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own","reads others"],"argumentKinds":{"slug":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"apps.fork","family":"apps","method":"fork","verb":"POST","path":"/api/v1/apps/fork","summary":"Copy an app","needs":"caller","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads others","creates own","publishes"],"effectWhen":{"publishes":[{"argument":"new_slug"}]},"argumentKinds":{"slug":"object","new_slug":"object"},"publicWrite":"new_slug","envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"apps.read","family":"apps","method":"read","verb":"GET","path":"/api/v1/apps/read","summary":"Read an app or a build","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"own":"mine"},"effects":["reads own","reads others"],"argumentKinds":{"slug":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"apps.test","family":"apps","method":"test","verb":"POST","path":"/api/v1/apps/test","summary":"Check an app's source","needs":"caller","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own","reads others"],"argumentKinds":{"slug":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"archive.list","family":"archive","method":"list","verb":"GET","path":"/api/v1/archive/list","summary":"List archived entries or kinds","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true}},"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"blog.create","family":"blog","method":"create","verb":"POST","path":"/api/v1/blog/create","summary":"Publish a post","needs":"caller","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":2621440,"effects":["creates own","publishes"],"argumentKinds":{"content":"text","title":"text","tags":"text","public":"visibility","private":"visibility"},"undo":{"operation":"blog.delete","arguments":{"id":"result.id"}},"publicWrite":true,"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"blog.delete","family":"blog","method":"delete","verb":"POST","path":"/api/v1/blog/delete","summary":"Delete a post","needs":"caller","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"id":"object","title":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"blog.list","family":"blog","method":"list","verb":"GET","path":"/api/v1/blog/list","summary":"List posts","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":"mine"}},"effects":["reads own","reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"blog.read","family":"blog","method":"read","verb":"GET","path":"/api/v1/blog/read","summary":"Read a post","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"own":"mine"},"effects":["reads own","reads others"],"argumentKinds":{"id":"object","title":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"blog.update","family":"blog","method":"update","verb":"POST","path":"/api/v1/blog/update","summary":"Update a post","needs":"caller","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":2621440,"effects":["overwrites own","publishes"],"argumentKinds":{"id":"object","title":"text","content":"text","tags":"text"},"publicWrite":true,"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"bookmarks.add","family":"bookmarks","method":"add","verb":"POST","path":"/api/v1/bookmarks/add","summary":"Save a bookmark","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":112640,"foreignText":true,"effects":["reads others","creates own"],"effectWhen":{"reads others":[{"argument":"ref"}]},"argumentKinds":{"ref":"object","url":"address","title":"text","note":"text"},"undo":{"operation":"bookmarks.delete","arguments":{"id":"result.bookmark.id"},"if":"result.is_new"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"bookmarks.annotate","family":"bookmarks","method":"annotate","verb":"POST","path":"/api/v1/bookmarks/annotate","summary":"Update a bookmark's note","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":51200,"foreignText":true,"effects":["reads others","overwrites own"],"argumentKinds":{"id":"object","note":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"bookmarks.delete","family":"bookmarks","method":"delete","verb":"POST","path":"/api/v1/bookmarks/delete","summary":"Delete a bookmark","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"bookmarks.get","family":"bookmarks","method":"get","verb":"GET","path":"/api/v1/bookmarks/get","summary":"Read a bookmark","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"bookmarks.list","family":"bookmarks","method":"list","verb":"POST","path":"/api/v1/bookmarks/list","summary":"List or search bookmarks","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true,"next_cursor":true}},"effects":["reads own"],"argumentKinds":{"query":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"browser.read","family":"browser","method":"read","verb":"GET","path":"/api/v1/browser/read","summary":"Read a page in a browser","needs":"open","kind":"read","retry":"safe","microCredits":4000000,"withheld":false,"bodyCapBytes":16384,"provider":"browser","foreignText":true,"effects":["reads others","leaves the instance","spends"],"argumentKinds":{"url":"address"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"browser.shot","family":"browser","method":"shot","verb":"GET","path":"/api/v1/browser/shot","summary":"Take a screenshot of a page","needs":"open","kind":"read","retry":"safe","microCredits":5000000,"withheld":false,"bodyCapBytes":16384,"provider":"browser","foreignText":true,"effects":["reads others","leaves the instance","spends"],"argumentKinds":{"url":"address"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"calls.list","family":"calls","method":"list","verb":"GET","path":"/api/v1/calls/list","summary":"List the account's calls","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":true,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true}},"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"chat.messages","family":"chat","method":"messages","verb":"GET","path":"/api/v1/chat/messages","summary":"Read a room's messages","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own","reads others"],"argumentKinds":{"room":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"chat.rooms","family":"chat","method":"rooms","verb":"GET","path":"/api/v1/chat/rooms","summary":"List active rooms","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true}},"effects":["reads own","reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"chat.send","family":"chat","method":"send","verb":"POST","path":"/api/v1/chat/send","summary":"Post a message","needs":"caller","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":122880,"effects":["publishes","sends to a person"],"argumentKinds":{"room":"recipient","message":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"chat.source","family":"chat","method":"source","verb":"GET","path":"/api/v1/chat/source","summary":"Export a stored chat message","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"chat.sources","family":"chat","method":"sources","verb":"GET","path":"/api/v1/chat/sources","summary":"List stored chat messages for export","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"contacts.add","family":"contacts","method":"add","verb":"POST","path":"/api/v1/contacts/add","summary":"Add or update a contact","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":55296,"effects":["creates own","overwrites own"],"effectWhen":{"overwrites own":[{"argument":"name","exists":true}]},"argumentKinds":{"name":"object","email":"text","phone":"text","note":"text","clear":"setting"},"undo":{"operation":"contacts.delete","arguments":{"id":"result.contact.id"},"if":"result.is_new"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"contacts.delete","family":"contacts","method":"delete","verb":"POST","path":"/api/v1/contacts/delete","summary":"Delete a contact","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"contacts.find","family":"contacts","method":"find","verb":"POST","path":"/api/v1/contacts/find","summary":"Find contacts","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{"query":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"contacts.list","family":"contacts","method":"list","verb":"GET","path":"/api/v1/contacts/list","summary":"List contacts","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"docs.delete","family":"docs","method":"delete","verb":"POST","path":"/api/v1/docs/delete","summary":"Delete a document","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"docs.list","family":"docs","method":"list","verb":"POST","path":"/api/v1/docs/list","summary":"List or search documents","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{"query":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"docs.read","family":"docs","method":"read","verb":"GET","path":"/api/v1/docs/read","summary":"Read a document","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"own":"mine"},"effects":["reads own","reads others"],"effectWhen":{"reads others":[{"argument":"id"}]},"argumentKinds":{"id":"object","title":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"docs.write","family":"docs","method":"write","verb":"POST","path":"/api/v1/docs/write","summary":"Write a document","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":2621440,"effects":["creates own","overwrites own","publishes"],"effectWhen":{"publishes":[{"argument":"public","is":true},{"argument":"id","exists":"public"}],"overwrites own":[{"argument":"id"}]},"argumentKinds":{"title":"text","content":"text","id":"object","public":"visibility"},"undo":{"operation":"docs.delete","arguments":{"id":"result.document.id"},"if":"result.is_new"},"publicWrite":"public","envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"events.create","family":"events","method":"create","verb":"POST","path":"/api/v1/events/create","summary":"Schedule an event","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":1197056,"effects":["creates own","instructs"],"effectWhen":{"instructs":[{"argument":"prompt"}]},"argumentKinds":{"title":"text","note":"text","prompt":"instructions"},"undo":{"operation":"events.delete","arguments":{"id":"result.id"}},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"events.delete","family":"events","method":"delete","verb":"POST","path":"/api/v1/events/delete","summary":"Cancel an event","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"events.free","family":"events","method":"free","verb":"GET","path":"/api/v1/events/free","summary":"Find free time","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"events.list","family":"events","method":"list","verb":"GET","path":"/api/v1/events/list","summary":"List upcoming events","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"events.read","family":"events","method":"read","verb":"GET","path":"/api/v1/events/read","summary":"Read an event","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"events.update","family":"events","method":"update","verb":"POST","path":"/api/v1/events/update","summary":"Update an event","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":1199104,"effects":["overwrites own","instructs"],"effectWhen":{"instructs":[{"argument":"prompt"}]},"argumentKinds":{"id":"object","title":"text","when":"setting","timezone":"setting","note":"text","minutes":"setting","repeat":"setting","rrule":"setting","exdates":"setting","rdates":"setting","prompt":"instructions"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"files.delete","family":"files","method":"delete","verb":"POST","path":"/api/v1/files/delete","summary":"Delete a file","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"files.driveread","family":"files","method":"driveread","verb":"GET","path":"/api/v1/files/driveread","summary":"Read a file in the connected drive","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"drive","foreignText":true,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"files.drivesearch","family":"files","method":"drivesearch","verb":"POST","path":"/api/v1/files/drivesearch","summary":"Search the connected drive","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":54272,"provider":"drive","foreignText":{"fields":{"items":true,"next_cursor":true}},"effects":["reads own"],"argumentKinds":{"query":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[],"aliases":{"page":"cursor"}},
  {"id":"files.get","family":"files","method":"get","verb":"GET","path":"/api/v1/files/get","summary":"Read a file","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own","reads others"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"files.list","family":"files","method":"list","verb":"GET","path":"/api/v1/files/list","summary":"List files","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"files.put","family":"files","method":"put","verb":"POST","path":"/api/v1/files/put","summary":"Store a file","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":16777216,"effects":["creates own"],"argumentKinds":{"name":"text","content":"text"},"undo":{"operation":"files.delete","arguments":{"id":"result.id"}},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"files.share","family":"files","method":"share","verb":"POST","path":"/api/v1/files/share","summary":"Share a file or make it private","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["overwrites own","publishes"],"effectWhen":{"publishes":[{"argument":"public","is":true}]},"argumentKinds":{"id":"object","public":"visibility"},"undo":{"operation":"files.share","arguments":{"id":"args.id","public":false},"if":"args.public"},"publicWrite":"public","envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"flights.airport","family":"flights","method":"airport","verb":"GET","path":"/api/v1/flights/airport","summary":"Get an airport's live traffic","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"adsb-lol,airplanes-live,adsb-fi","foreignText":true,"effects":["reads others"],"argumentKinds":{},"sameForEveryone":true,"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"flights.overhead","family":"flights","method":"overhead","verb":"GET","path":"/api/v1/flights/overhead","summary":"List aircraft overhead","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"adsb-lol,airplanes-live,adsb-fi","foreignText":true,"effects":["reads others"],"argumentKinds":{"near":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[],"aliases":{"radius":"radius_nm"}},
  {"id":"flights.status","family":"flights","method":"status","verb":"GET","path":"/api/v1/flights/status","summary":"Get scheduled flights","needs":"open","kind":"read","retry":"safe","microCredits":3000000,"withheld":false,"bodyCapBytes":16384,"provider":"aerodatabox,aviationstack","foreignText":true,"effects":["reads others","spends"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"flights.track","family":"flights","method":"track","verb":"GET","path":"/api/v1/flights/track","summary":"Track a flight","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"adsb-lol,airplanes-live,adsb-fi","foreignText":true,"effects":["reads others"],"argumentKinds":{"flight":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"food.hygiene","family":"food","method":"hygiene","verb":"GET","path":"/api/v1/food/hygiene","summary":"Find hygiene ratings","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"food-standards-agency","foreignText":true,"effects":["reads others"],"argumentKinds":{"name":"text","near":"text","where":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[],"aliases":{"where":"near"}},
  {"id":"food.product","family":"food","method":"product","verb":"GET","path":"/api/v1/food/product","summary":"Look up a food by its barcode","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"open-food-facts","foreignText":true,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"groups.create","family":"groups","method":"create","verb":"POST","path":"/api/v1/groups/create","summary":"Create a group","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["creates own"],"argumentKinds":{"name":"text"},"undo":{"operation":"groups.update","arguments":{"id":"result.id","action":"delete"}},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"groups.list","family":"groups","method":"list","verb":"GET","path":"/api/v1/groups/list","summary":"List groups and invitations","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true,"invitations":true}},"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"groups.read","family":"groups","method":"read","verb":"GET","path":"/api/v1/groups/read","summary":"Read a group","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"groups.update","family":"groups","method":"update","verb":"POST","path":"/api/v1/groups/update","summary":"Update a group","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"foreignText":true,"effects":["reads others","overwrites own","destroys","sends to a person","grants"],"argumentKinds":{"id":"object","action":"setting","account":"recipient","value":"text"},"undo":{"operation":"groups.update","arguments":{"id":"args.id","action":"remove","account":"result.account"},"if":"args.action = invite and result.is_new"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"hazards.alerts","family":"hazards","method":"alerts","verb":"GET","path":"/api/v1/hazards/alerts","summary":"List ongoing disasters","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"gdacs","foreignText":true,"effects":["reads others"],"argumentKinds":{"near":"text"},"sameForEveryone":true,"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"hazards.floods","family":"hazards","method":"floods","verb":"GET","path":"/api/v1/hazards/floods","summary":"List flood warnings in England","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"environment-agency","foreignText":true,"effects":["reads others"],"argumentKinds":{"near":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"hazards.quakes","family":"hazards","method":"quakes","verb":"GET","path":"/api/v1/hazards/quakes","summary":"List recent earthquakes","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"usgs","foreignText":true,"effects":["reads others"],"argumentKinds":{"near":"text"},"sameForEveryone":true,"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"images.daily","family":"images","method":"daily","verb":"GET","path":"/api/v1/images/daily","summary":"Get the picture of the day","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"images.delete","family":"images","method":"delete","verb":"POST","path":"/api/v1/images/delete","summary":"Delete a picture","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"images.generate","family":"images","method":"generate","verb":"POST","path":"/api/v1/images/generate","summary":"Generate a picture","needs":"account","kind":"write","retry":"unsafe","microCredits":19000000,"withheld":false,"bodyCapBytes":24576,"provider":"images","effects":["creates own","spends"],"argumentKinds":{"prompt":"text"},"undo":{"operation":"images.delete","arguments":{"id":"result.id"}},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"images.get","family":"images","method":"get","verb":"GET","path":"/api/v1/images/get","summary":"Get a picture","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own","reads others"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"images.list","family":"images","method":"list","verb":"GET","path":"/api/v1/images/list","summary":"List pictures","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true}},"effects":["reads own","reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"images.share","family":"images","method":"share","verb":"POST","path":"/api/v1/images/share","summary":"Publish or unpublish a picture","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["overwrites own","publishes"],"effectWhen":{"publishes":[{"argument":"public","is":true}]},"argumentKinds":{"id":"object","public":"visibility"},"undo":{"operation":"images.share","arguments":{"id":"args.id","public":false},"if":"args.public"},"publicWrite":"public","envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"images.update","family":"images","method":"update","verb":"POST","path":"/api/v1/images/update","summary":"Update a picture's title, description or tags","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":47104,"effects":["overwrites own","publishes"],"effectWhen":{"publishes":[{"argument":"id","exists":"public"}]},"argumentKinds":{"id":"object","title":"text","description":"text","tags":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"images.upload","family":"images","method":"upload","verb":"POST","path":"/api/v1/images/upload","summary":"Upload a picture","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":1048576,"effects":["creates own"],"argumentKinds":{"data":"text","description":"text"},"undo":{"operation":"images.delete","arguments":{"id":"result.id"}},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"islam.read","family":"islam","method":"read","verb":"GET","path":"/api/v1/islam/read","summary":"Read an Islamic text","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"aslam","foreignText":true,"effects":["reads others"],"argumentKinds":{"path":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"mail.inbox","family":"mail","method":"inbox","verb":"GET","path":"/api/v1/mail/inbox","summary":"List the inbox","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true}},"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"mail.info","family":"mail","method":"info","verb":"GET","path":"/api/v1/mail/info","summary":"Get the caller's mail address","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"mail.markread","family":"mail","method":"markread","verb":"POST","path":"/api/v1/mail/markread","summary":"Mark messages as read","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":1217536,"effects":["overwrites own"],"argumentKinds":{"ids":"object","all":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"mail.read","family":"mail","method":"read","verb":"GET","path":"/api/v1/mail/read","summary":"Read a message","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"mail.send","family":"mail","method":"send","verb":"POST","path":"/api/v1/mail/send","summary":"Send mail","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"priceUnit":"for each message to an address outside this instance","withheld":true,"bodyCapBytes":1212416,"provider":"smtp","effects":["sends to a person","spends"],"argumentKinds":{"to":"recipient","subject":"text","body":"text","reply_to":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"mail.source","family":"mail","method":"source","verb":"GET","path":"/api/v1/mail/source","summary":"Export a stored message","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"mail.sources","family":"mail","method":"sources","verb":"GET","path":"/api/v1/mail/sources","summary":"List stored messages for export","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"mail.webmailread","family":"mail","method":"webmailread","verb":"GET","path":"/api/v1/mail/webmailread","summary":"Read a web-mail message","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"webmail","foreignText":true,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"mail.webmailsearch","family":"mail","method":"webmailsearch","verb":"POST","path":"/api/v1/mail/webmailsearch","summary":"Search the connected web-mail account","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":54272,"provider":"webmail","foreignText":{"fields":{"items":true,"next_cursor":true}},"effects":["reads own"],"argumentKinds":{"query":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[],"aliases":{"page":"cursor"}},
  {"id":"maps.area","family":"maps","method":"area","verb":"GET","path":"/api/v1/maps/area","summary":"Get the image URLs of an area's map tiles","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"maps.tile","family":"maps","method":"tile","verb":"GET","path":"/api/v1/maps/tile","summary":"Get the image URL of a map tile","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"markets.convert","family":"markets","method":"convert","verb":"GET","path":"/api/v1/markets/convert","summary":"Convert an amount","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"frankfurter,coinbase,coingecko","effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"markets.history","family":"markets","method":"history","verb":"GET","path":"/api/v1/markets/history","summary":"List daily closes","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"yahoo-finance,frankfurter","effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[],"aliases":{"start":"from","end":"to"}},
  {"id":"markets.list","family":"markets","method":"list","verb":"GET","path":"/api/v1/markets/list","summary":"List prices","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"coinbase,coingecko,frankfurter,yahoo-finance","effects":["reads others"],"argumentKinds":{},"sameForEveryone":true,"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"markets.quote","family":"markets","method":"quote","verb":"GET","path":"/api/v1/markets/quote","summary":"Get the price of an instrument","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"coinbase,coingecko,frankfurter,yahoo-finance","effects":["reads others"],"argumentKinds":{},"sameForEveryone":true,"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"news.headlines","family":"news","method":"headlines","verb":"GET","path":"/api/v1/news/headlines","summary":"Get the latest story of each topic","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"feeds","foreignText":true,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"news.list","family":"news","method":"list","verb":"GET","path":"/api/v1/news/list","summary":"List recent news","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"feeds","foreignText":true,"effects":["reads others"],"argumentKinds":{"topic":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"news.read","family":"news","method":"read","verb":"GET","path":"/api/v1/news/read","summary":"Read an article","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"feeds","foreignText":true,"effects":["reads others"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"notes.add","family":"notes","method":"add","verb":"POST","path":"/api/v1/notes/add","summary":"Write a note","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":1310720,"effects":["creates own","overwrites own"],"effectWhen":{"overwrites own":[{"argument":"title","exists":true}]},"argumentKinds":{"title":"object","text":"text"},"undo":{"operation":"notes.delete","arguments":{"title":"result.note.title"},"if":"result.is_new"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"notes.delete","family":"notes","method":"delete","verb":"POST","path":"/api/v1/notes/delete","summary":"Delete a note","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"title":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"notes.get","family":"notes","method":"get","verb":"GET","path":"/api/v1/notes/get","summary":"Read a note","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{"title":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"notes.list","family":"notes","method":"list","verb":"GET","path":"/api/v1/notes/list","summary":"List notes","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"notify.devices","family":"notify","method":"devices","verb":"GET","path":"/api/v1/notify/devices","summary":"List devices for notifications","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"notify.send","family":"notify","method":"send","verb":"POST","path":"/api/v1/notify/send","summary":"Notify the caller's devices","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":33792,"provider":"push","effects":["creates own"],"argumentKinds":{"title":"text","text":"text","body":"text","url":"address"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[],"aliases":{"body":"text"}},
  {"id":"places.address","family":"places","method":"address","verb":"GET","path":"/api/v1/places/address","summary":"Find the address at a point","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"nominatim","foreignText":true,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"places.elevation","family":"places","method":"elevation","verb":"GET","path":"/api/v1/places/elevation","summary":"Get the elevation of a place","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"open-meteo","foreignText":true,"effects":["reads others"],"argumentKinds":{"place":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"places.geocode","family":"places","method":"geocode","verb":"GET","path":"/api/v1/places/geocode","summary":"Find a place by name or address","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"nominatim","foreignText":true,"effects":["reads others"],"argumentKinds":{"address":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"places.nearby","family":"places","method":"nearby","verb":"GET","path":"/api/v1/places/nearby","summary":"List points of interest nearby","needs":"open","kind":"read","retry":"safe","microCredits":5000000,"withheld":false,"bodyCapBytes":16384,"provider":"google-places,overpass","foreignText":true,"effects":["reads others","spends"],"argumentKinds":{"near":"text","query":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[],"aliases":{"radius":"radius_m"}},
  {"id":"prayer.qibla","family":"prayer","method":"qibla","verb":"GET","path":"/api/v1/prayer/qibla","summary":"Get the direction of prayer","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"prayer.reflection","family":"prayer","method":"reflection","verb":"GET","path":"/api/v1/prayer/reflection","summary":"Get the reflection of the day","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"prayer.saying","family":"prayer","method":"saying","verb":"GET","path":"/api/v1/prayer/saying","summary":"Get a random hadith","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"provider":"reminder-dev","foreignText":true,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"prayer.times","family":"prayer","method":"times","verb":"GET","path":"/api/v1/prayer/times","summary":"Get today's prayer times","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads others"],"argumentKinds":{},"sameForEveryone":true,"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"prayer.verse","family":"prayer","method":"verse","verb":"GET","path":"/api/v1/prayer/verse","summary":"Read a verse or chapter of the Quran","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"recall.conversation","family":"recall","method":"conversation","verb":"GET","path":"/api/v1/recall/conversation","summary":"Read a past conversation","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"recall.list","family":"recall","method":"list","verb":"GET","path":"/api/v1/recall/list","summary":"List past conversations","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"routes.directions","family":"routes","method":"directions","verb":"GET","path":"/api/v1/routes/directions","summary":"Get directions","needs":"open","kind":"read","retry":"safe","microCredits":4000000,"withheld":false,"bodyCapBytes":16384,"provider":"google-routes,valhalla,osrm","foreignText":true,"effects":["reads others","spends"],"argumentKinds":{"from":"text","to":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"routes.eta","family":"routes","method":"eta","verb":"GET","path":"/api/v1/routes/eta","summary":"Get the travel time of a journey","needs":"open","kind":"read","retry":"safe","microCredits":3000000,"withheld":false,"bodyCapBytes":16384,"provider":"google-routes,valhalla,osrm","foreignText":true,"effects":["reads others","spends"],"argumentKinds":{"from":"text","to":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"routes.nearest","family":"routes","method":"nearest","verb":"GET","path":"/api/v1/routes/nearest","summary":"Find the nearest of several places","needs":"open","kind":"read","retry":"safe","microCredits":3000000,"withheld":false,"bodyCapBytes":16384,"provider":"google-routes,valhalla,osrm","foreignText":true,"effects":["reads others","spends"],"argumentKinds":{"from":"text","to":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":["to"]},
  {"id":"shell.run","family":"shell","method":"run","verb":"POST","path":"/api/v1/shell/run","summary":"Run a command","needs":"account","kind":"write","retry":"unsafe","microCredits":3000000,"withheld":false,"bodyCapBytes":1212416,"provider":"sandbox","foreignText":true,"effects":["reads own","reads others","overwrites own","destroys","leaves the instance","spends"],"argumentKinds":{"command":"instructions","dir":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[],"aliases":{"timeout":"timeout_s"}},
  {"id":"shell.write","family":"shell","method":"write","verb":"POST","path":"/api/v1/shell/write","summary":"Write a file","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":4194304,"provider":"sandbox","effects":["creates own","overwrites own"],"argumentKinds":{"path":"object","content":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"sms.history","family":"sms","method":"history","verb":"GET","path":"/api/v1/sms/history","summary":"List SMS and WhatsApp messages","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true}},"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"sms.number","family":"sms","method":"number","verb":"GET","path":"/api/v1/sms/number","summary":"Get phone numbers and the remaining daily quota","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"sms.send","family":"sms","method":"send","verb":"POST","path":"/api/v1/sms/send","summary":"Send an SMS or WhatsApp message","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"priceUnit":"for each SMS segment or 24-hour WhatsApp conversation","withheld":true,"bodyCapBytes":50176,"provider":"sms","effects":["sends to a person","spends"],"argumentKinds":{"to":"recipient","text":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"sms.source","family":"sms","method":"source","verb":"GET","path":"/api/v1/sms/source","summary":"Export a stored SMS message","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":true,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"sms.sources","family":"sms","method":"sources","verb":"GET","path":"/api/v1/sms/sources","summary":"List stored SMS messages for export","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"sms.verify","family":"sms","method":"verify","verb":"POST","path":"/api/v1/sms/verify","summary":"Verify a phone number","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"priceUnit":"for each code sent by SMS; checking a code is free","withheld":false,"bodyCapBytes":16384,"provider":"sms","effects":["sends to a person","spends"],"argumentKinds":{"number":"recipient","code":"secret"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"social.list","family":"social","method":"list","verb":"GET","path":"/api/v1/social/list","summary":"List the latest social posts","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true}},"effects":["reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"stream.list","family":"stream","method":"list","verb":"GET","path":"/api/v1/stream/list","summary":"List recent activity","needs":"open","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"foreignText":{"fields":{"items":true}},"effects":["reads own","reads others"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"tasks.create","family":"tasks","method":"create","verb":"POST","path":"/api/v1/tasks/create","summary":"Create a task","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"withheld":false,"bodyCapBytes":243712,"effects":["creates own","instructs"],"effectWhen":{"instructs":[{"argument":"assignee","is":"agent"}]},"argumentKinds":{"title":"instructions","detail":"instructions"},"undo":{"operation":"tasks.delete","arguments":{"id":"result.id"}},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"tasks.delete","family":"tasks","method":"delete","verb":"POST","path":"/api/v1/tasks/delete","summary":"Delete a task","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":true,"bodyCapBytes":16384,"effects":["destroys"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"tasks.list","family":"tasks","method":"list","verb":"GET","path":"/api/v1/tasks/list","summary":"List tasks","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"tasks.next","family":"tasks","method":"next","verb":"GET","path":"/api/v1/tasks/next","summary":"Get the agent's next task","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"tasks.read","family":"tasks","method":"read","verb":"GET","path":"/api/v1/tasks/read","summary":"Read a task","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"tasks.update","family":"tasks","method":"update","verb":"POST","path":"/api/v1/tasks/update","summary":"Update a task","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":1572864,"effects":["overwrites own","instructs"],"effectWhen":{"instructs":[{"argument":"title"},{"argument":"detail"}]},"argumentKinds":{"id":"object","title":"instructions","detail":"instructions","result":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"text.classify","family":"text","method":"classify","verb":"GET","path":"/api/v1/text/classify","summary":"Classify text","needs":"open","kind":"read","retry":"safe","microCredits":1000000,"withheld":false,"bodyCapBytes":16384,"provider":"model","effects":["reads others","spends"],"argumentKinds":{"text":"text","labels":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"text.classify_body","family":"text","method":"classify_body","verb":"POST","path":"/api/v1/text/classify","summary":"Classify text (JSON body)","needs":"open","kind":"read","retry":"safe","microCredits":1000000,"withheld":false,"bodyCapBytes":408576,"provider":"model","formOf":"text.classify","effects":["reads others","spends"],"argumentKinds":{"text":"text","labels":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"text.extract","family":"text","method":"extract","verb":"GET","path":"/api/v1/text/extract","summary":"Extract values from text","needs":"open","kind":"read","retry":"safe","microCredits":6000000,"withheld":false,"bodyCapBytes":16384,"provider":"model","effects":["reads others","spends"],"argumentKinds":{"text":"text","schema":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"text.extract_body","family":"text","method":"extract_body","verb":"POST","path":"/api/v1/text/extract","summary":"Extract values from text (JSON body)","needs":"open","kind":"read","retry":"safe","microCredits":6000000,"withheld":false,"bodyCapBytes":408576,"provider":"model","formOf":"text.extract","effects":["reads others","spends"],"argumentKinds":{"text":"text","schema":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"text.summarise","family":"text","method":"summarise","verb":"GET","path":"/api/v1/text/summarise","summary":"Summarise text","needs":"open","kind":"read","retry":"safe","microCredits":3000000,"withheld":false,"bodyCapBytes":16384,"provider":"model","effects":["reads others","spends"],"argumentKinds":{"text":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"text.summarise_body","family":"text","method":"summarise_body","verb":"POST","path":"/api/v1/text/summarise","summary":"Summarise text (JSON body)","needs":"open","kind":"read","retry":"safe","microCredits":3000000,"withheld":false,"bodyCapBytes":361472,"provider":"model","formOf":"text.summarise","effects":["reads others","spends"],"argumentKinds":{"text":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"text.translate","family":"text","method":"translate","verb":"GET","path":"/api/v1/text/translate","summary":"Translate text","needs":"open","kind":"read","retry":"safe","microCredits":4000000,"withheld":false,"bodyCapBytes":16384,"provider":"model","effects":["reads others","spends"],"argumentKinds":{"text":"text"},"envelope":"result","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"text.translate_body","family":"text","method":"translate_body","verb":"POST","path":"/api/v1/text/translate","summary":"Translate text (JSON body)","needs":"open","kind":"read","retry":"safe","microCredits":4000000,"withheld":false,"bodyCapBytes":361472,"provider":"model","formOf":"text.translate","effects":["reads others","spends"],"argumentKinds":{"text":"text"},"envelope":"result","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"inbox.read","family":"inbox","method":"read","verb":"GET","path":"/inbox","summary":"Read the inbox","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"capability":"inbox","effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"bare","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"inbox.mark","family":"inbox","method":"mark","verb":"POST","path":"/inbox","summary":"Mark a thread as read or unread","needs":"account","kind":"write","retry":"idempotent","microCredits":0,"withheld":false,"bodyCapBytes":16384,"capability":"inbox","effects":["overwrites own"],"argumentKinds":{"action":"setting","id":"object"},"undo":{"operation":"inbox.mark","arguments":{"id":"args.id","action":"mark_unread"},"if":"args.action = mark_read and result.is_changed and result.is_carried = false"},"envelope":"bare","errorForm":"tools","hasBody":true,"listArguments":[]},
  {"id":"url.create","family":"url","method":"create","verb":"POST","path":"/v1/url/Create","summary":"Create a short link","needs":"account","kind":"write","retry":"unsafe","microCredits":10000,"withheld":false,"bodyCapBytes":115712,"effects":["creates own","publishes","spends"],"argumentKinds":{"destinationURL":"address","title":"text","tags":"text"},"undo":{"operation":"url.delete","arguments":{"id":"result.url.id"}},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.create_many","family":"url","method":"create_many","verb":"POST","path":"/v1/url/CreateMany","summary":"Create many short links","needs":"account","kind":"write","retry":"unsafe","microCredits":10000,"withheld":false,"bodyCapBytes":1048576,"effects":["creates own","publishes","spends"],"argumentKinds":{"links":"address"},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.delete","family":"url","method":"delete","verb":"POST","path":"/v1/url/Delete","summary":"Delete a short link","needs":"account","kind":"write","retry":"idempotent","microCredits":1,"withheld":false,"bodyCapBytes":27648,"effects":["destroys","spends"],"argumentKinds":{"id":"object","shortURL":"object"},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.export","family":"url","method":"export","verb":"POST","path":"/v1/url/Export","summary":"Export short links","needs":"account","kind":"read","retry":"safe","microCredits":1,"withheld":false,"bodyCapBytes":16384,"effects":["reads own","spends"],"argumentKinds":{},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.get","family":"url","method":"get","verb":"POST","path":"/v1/url/Get","summary":"Get a short link","needs":"account","kind":"read","retry":"safe","microCredits":1,"withheld":false,"bodyCapBytes":27648,"effects":["reads own","spends"],"argumentKinds":{"id":"object","shortURL":"object"},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.list","family":"url","method":"list","verb":"POST","path":"/v1/url/List","summary":"List short links","needs":"account","kind":"read","retry":"safe","microCredits":1,"withheld":false,"bodyCapBytes":32768,"effects":["reads own","spends"],"argumentKinds":{"search":"text"},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.qr","family":"url","method":"qr","verb":"POST","path":"/v1/url/Qr","summary":"Get a QR code for a short link","needs":"account","kind":"read","retry":"safe","microCredits":1,"withheld":false,"bodyCapBytes":27648,"effects":["reads own","spends"],"argumentKinds":{"id":"object","shortURL":"object"},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.resolve","family":"url","method":"resolve","verb":"POST","path":"/v1/url/Resolve","summary":"Resolve a short link","needs":"open","kind":"read","retry":"safe","microCredits":1,"withheld":false,"bodyCapBytes":27648,"foreignText":true,"effects":["reads others","spends"],"argumentKinds":{"id":"object","shortURL":"object"},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.shorten","family":"url","method":"shorten","verb":"POST","path":"/v1/url/Shorten","summary":"Shorten an address","needs":"account","kind":"write","retry":"unsafe","microCredits":1,"withheld":false,"bodyCapBytes":99328,"effects":["creates own","publishes","spends"],"argumentKinds":{"destinationURL":"address"},"undo":{"operation":"url.delete","arguments":{"shortURL":"result.shortURL"}},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.stats","family":"url","method":"stats","verb":"POST","path":"/v1/url/Stats","summary":"Get a short link's visit statistics","needs":"account","kind":"read","retry":"safe","microCredits":1,"withheld":false,"bodyCapBytes":27648,"foreignText":true,"effects":["reads own","spends"],"argumentKinds":{"id":"object","shortURL":"object"},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"url.update","family":"url","method":"update","verb":"POST","path":"/v1/url/Update","summary":"Update a short link","needs":"account","kind":"write","retry":"idempotent","microCredits":1,"withheld":false,"bodyCapBytes":142336,"effects":["overwrites own","publishes","spends"],"argumentKinds":{"destinationURL":"address","id":"object","shortURL":"object","title":"text","tags":"text","expiresAt":"setting","forwardQuery":"setting"},"envelope":"bare","errorForm":"legacy","hasBody":true,"listArguments":[]},
  {"id":"work.read","family":"work","method":"read","verb":"GET","path":"/work","summary":"Read work","needs":"account","kind":"read","retry":"safe","microCredits":0,"withheld":false,"bodyCapBytes":16384,"capability":"work","foreignText":{"fields":{"items":true,"work":true}},"effects":["reads own"],"argumentKinds":{"id":"object"},"envelope":"bare","errorForm":"tools","hasBody":false,"listArguments":[]},
  {"id":"work.submit","family":"work","method":"submit","verb":"POST","path":"/work","summary":"Submit, retry or cancel work","needs":"account","kind":"write","retry":"unsafe","microCredits":0,"priceUnit":"for each metered method that the agent calls, and for model tokens","withheld":true,"bodyCapBytes":3145728,"provider":"model","capability":"work","effects":["spends","instructs"],"argumentKinds":{"prompt":"instructions","agent":"object","result_schema":"instructions","id":"object"},"envelope":"bare","errorForm":"tools","hasBody":true,"listArguments":[]},
]

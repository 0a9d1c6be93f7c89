// Written by `npm run generate` from spec/. Do not edit.

export interface CliFamily {
  readonly description: string
  readonly methods: readonly string[]
  readonly load: () => Promise<readonly CliMethod[]>
}

/** One argument of an operation. Absent bounds do not apply. */
export interface CliArgument {
  readonly name: string
  /** An object is given as JSON. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object'
  /** It may be given several times. */
  readonly isList?: true
  readonly isRequired?: true
  /** It is another name of this argument. */
  readonly aliasOf?: string
  readonly description: string
  readonly default?: string | number | boolean
  /** The only values it accepts. */
  readonly values?: readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  /** Fields of an object. */
  readonly fields?: readonly string[]
  /** In Unicode code points. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** One operation. */
export interface CliMethod {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly needs: 'open' | 'caller' | 'account'
  /** Price of a call; 0 is free, unless the price varies. */
  readonly microCredits: number
  /** What is paid for, where the price varies. */
  readonly priceUnit?: string
  /** Since when it is deprecated, from when it may be missing (days in UTC), and what to use instead. */
  readonly deprecation?: { readonly since: string; readonly end: string; readonly instead?: string }
  /** It takes a payment for the credits it buys. */
  readonly isTopUp?: true
  /** Its result is a page of `list`; the value of `next` goes into `argument` for the next page. */
  readonly paging?: { readonly argument: string; readonly next: string; readonly list: string }
  /**
   * Its result is a file: the field that holds the content, and the one that says `base64` if it is not plain text.
   */
  readonly file?: { readonly content: string; readonly encoding?: string }
  readonly args: readonly CliArgument[]
  /** The document's own example of its arguments. */
  readonly example: Readonly<Record<string, unknown>>
}

/** Every family: its purpose, its methods, and how to load their details. */
export const families: Readonly<Record<string, CliFamily>> = {
  payments: {
    description: 'Credits, bought with x402 payments.',
    methods: ['topup'],
    load: async () => (await import('./payments.ts')).methods,
  },
  agent: {
    description: 'The assistant: prompts, replies and threads.',
    methods: ['ask', 'ask_named', 'add', 'approvals', 'decide', 'delete', 'list'],
    load: async () => (await import('./agent.ts')).methods,
  },
  apps: {
    description: 'Small self-contained HTML tools that are built, hosted and shared.',
    methods: ['build', 'builds', 'buildstatus', 'collection', 'create', 'edit', 'embed', 'fork', 'read', 'test'],
    load: async () => (await import('./apps.ts')).methods,
  },
  archive: {
    description: 'Items that the services have published, listed by kind.',
    methods: ['list'],
    load: async () => (await import('./archive.ts')).methods,
  },
  blog: {
    description: 'Public and private posts in Markdown.',
    methods: ['create', 'delete', 'list', 'read', 'update'],
    load: async () => (await import('./blog.ts')).methods,
  },
  bookmarks: {
    description: 'Saved links and archive items, with private notes.',
    methods: ['add', 'annotate', 'delete', 'get', 'list'],
    load: async () => (await import('./bookmarks.ts')).methods,
  },
  browser: {
    description: 'Web pages, read and captured with a real browser.',
    methods: ['read', 'shot'],
    load: async () => (await import('./browser.ts')).methods,
  },
  calls: {
    description: 'The log of the account\'s calls.',
    methods: ['list'],
    load: async () => (await import('./calls.ts')).methods,
  },
  chat: {
    description: 'Rooms and direct messages.',
    methods: ['messages', 'rooms', 'send', 'source', 'sources'],
    load: async () => (await import('./chat.ts')).methods,
  },
  contacts: {
    description: 'The caller\'s address book.',
    methods: ['add', 'delete', 'find', 'list'],
    load: async () => (await import('./contacts.ts')).methods,
  },
  docs: {
    description: 'Markdown documents, private unless published.',
    methods: ['delete', 'list', 'read', 'write'],
    load: async () => (await import('./docs.ts')).methods,
  },
  events: {
    description: 'Reminders, scheduled work, recurring events and free time.',
    methods: ['create', 'delete', 'free', 'list', 'read', 'update'],
    load: async () => (await import('./events.ts')).methods,
  },
  files: {
    description: 'Stored files, and files in a connected cloud drive.',
    methods: ['delete', 'driveread', 'drivesearch', 'get', 'list', 'put', 'share'],
    load: async () => (await import('./files.ts')).methods,
  },
  flights: {
    description: 'Live aircraft positions and scheduled flights.',
    methods: ['airport', 'overhead', 'status', 'track'],
    load: async () => (await import('./flights.ts')).methods,
  },
  food: {
    description: 'Food products by barcode, and hygiene ratings.',
    methods: ['hygiene', 'product'],
    load: async () => (await import('./food.ts')).methods,
  },
  groups: {
    description: 'Private groups with members and roles.',
    methods: ['create', 'list', 'read', 'update'],
    load: async () => (await import('./groups.ts')).methods,
  },
  hazards: {
    description: 'Earthquakes, floods and disaster alerts.',
    methods: ['alerts', 'floods', 'quakes'],
    load: async () => (await import('./hazards.ts')).methods,
  },
  images: {
    description: 'Upload, generate and share pictures.',
    methods: ['daily', 'delete', 'generate', 'get', 'list', 'share', 'update', 'upload'],
    load: async () => (await import('./images.ts')).methods,
  },
  islam: {
    description: 'Islamic texts in full, with their sources.',
    methods: ['read'],
    load: async () => (await import('./islam.ts')).methods,
  },
  mail: {
    description: 'The caller\'s mailbox, and messages in a connected web-mail account.',
    methods: ['inbox', 'info', 'markread', 'read', 'send', 'source', 'sources', 'webmailread', 'webmailsearch'],
    load: async () => (await import('./mail.ts')).methods,
  },
  maps: {
    description: 'Map tiles of Great Britain.',
    methods: ['area', 'tile'],
    load: async () => (await import('./maps.ts')).methods,
  },
  markets: {
    description: 'Prices of currencies, cryptocurrencies, shares and commodities, with history and conversion.',
    methods: ['convert', 'history', 'list', 'quote'],
    load: async () => (await import('./markets.ts')).methods,
  },
  news: {
    description: 'Headlines and articles.',
    methods: ['headlines', 'list', 'read'],
    load: async () => (await import('./news.ts')).methods,
  },
  notes: {
    description: 'Private notes, identified by title.',
    methods: ['add', 'delete', 'get', 'list'],
    load: async () => (await import('./notes.ts')).methods,
  },
  notify: {
    description: 'Notifications on the caller\'s own devices.',
    methods: ['devices', 'send'],
    load: async () => (await import('./notify.ts')).methods,
  },
  places: {
    description: 'Coordinates, addresses, elevations and points of interest.',
    methods: ['address', 'elevation', 'geocode', 'nearby'],
    load: async () => (await import('./places.ts')).methods,
  },
  prayer: {
    description: 'Prayer times, the qibla, verses and sayings.',
    methods: ['qibla', 'reflection', 'saying', 'times', 'verse'],
    load: async () => (await import('./prayer.ts')).methods,
  },
  recall: {
    description: 'Past conversations with the agent.',
    methods: ['conversation', 'list'],
    load: async () => (await import('./recall.ts')).methods,
  },
  routes: {
    description: 'Directions and travel times.',
    methods: ['directions', 'eta', 'nearest'],
    load: async () => (await import('./routes.ts')).methods,
  },
  shell: {
    description: 'Commands and files in the account\'s own sandbox.',
    methods: ['run', 'write'],
    load: async () => (await import('./shell.ts')).methods,
  },
  sms: {
    description: 'SMS and WhatsApp messages.',
    methods: ['history', 'number', 'send', 'source', 'sources', 'verify'],
    load: async () => (await import('./sms.ts')).methods,
  },
  social: {
    description: 'The latest social posts.',
    methods: ['list'],
    load: async () => (await import('./social.ts')).methods,
  },
  stream: {
    description: 'Recent activity, newest first.',
    methods: ['list'],
    load: async () => (await import('./stream.ts')).methods,
  },
  tasks: {
    description: 'Tasks for the caller or for the agent.',
    methods: ['create', 'delete', 'list', 'next', 'read', 'update'],
    load: async () => (await import('./tasks.ts')).methods,
  },
  text: {
    description: 'Classify, extract, summarise and translate text.',
    methods: ['classify', 'extract', 'summarise', 'translate'],
    load: async () => (await import('./text.ts')).methods,
  },
  inbox: {
    description: 'The account\'s inbox, organised in threads.',
    methods: ['read', 'mark'],
    load: async () => (await import('./inbox.ts')).methods,
  },
  url: {
    description: 'The URL shortener.',
    methods: ['create', 'create_many', 'delete', 'export', 'get', 'list', 'qr', 'resolve', 'shorten', 'stats', 'update'],
    load: async () => (await import('./url.ts')).methods,
  },
  work: {
    description: 'Work given to the agent, and its progress.',
    methods: ['read', 'submit'],
    load: async () => (await import('./work.ts')).methods,
  },
}

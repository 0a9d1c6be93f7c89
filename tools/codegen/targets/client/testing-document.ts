import type { Document, Operation, Parameter, Schema } from '#runtime/base/openapi.ts'

const noteExample = { id: 'note_01', title: 'Groceries', text: 'Oats, lemons, coffee' }

/** A document with one operation of each kind that the client treats differently. */
export const smallDocument: Document = {
  openapi: '3.0.0',
  info: { title: 'Onedoor', version: '1.4.0' },
  tags: [
    { name: 'notes', description: 'Private notes, addressed by their title.' },
    { name: 'tasks', description: 'Things to do.' },
  ],
  paths: {
    '/agent/{name}': {
      post: bareOperation('agent.ask_named', 'AgentAnswer', 'AskArgs', { prompt: 'Hello' }, { text: 'Hi' }),
    },
    '/api/v1/images/list': {
      get: reading('images.list', 'ImagePage', [query('cursor', { type: 'string' })], { items: [] }),
    },
    '/api/v1/notes/add': {
      post: {
        ...common('notes.add', 'NoteSaved', { note: noteExample, is_new: true }),
        description: 'Writes a note.\nIt never ends a comment: */.',
        'x-needs': 'account',
        'x-kind': 'write',
        'x-retry': 'idempotent',
        requestBody: body('NotesAddArgs', { title: "Ben's list", text: 'Oats, lemons, coffee' }),
      },
    },
    '/api/v1/notes/list': { get: reading('notes.list', 'NoteList', [], { items: [noteExample] }) },
    '/api/v1/routes/nearest': {
      get: {
        ...reading(
          'routes.nearest',
          'NoteList',
          [
            {
              ...query('to', { type: 'array', items: { type: 'string' } }),
              required: true,
              example: ['Ghent', 'Bruges'],
            },
          ],
          { items: [] },
        ),
        'x-micro-credits': 3_000_000,
      },
    },
    '/api/v1/tasks/list': {
      get: reading(
        'tasks.list',
        'TaskPage',
        [
          {
            ...query('status', { $ref: '#/components/schemas/TaskStatus' }),
            description: 'Only tasks in this status.',
          },
          query('offset', { allOf: [{ $ref: '#/components/schemas/Offset' }], default: 0 }),
        ],
        { items: [], total: 0, offset: 0 },
      ),
    },
    '/api/v1/text/translate': {
      get: {
        ...reading('text.translate', 'Translation', [{ ...query('text', { type: 'string' }), required: true }], {
          text: 'Bonjour',
        }),
        'x-price': 'varies',
        'x-price-unit': 'for each page',
        deprecated: true,
        'x-instead': 'notes.add',
        'x-sunset': '2027-06-30',
      },
      post: {
        ...common('text.translate_post', 'Translation', { text: 'Bonjour' }),
        'x-needs': 'open',
        'x-kind': 'read',
        'x-retry': 'safe',
        'x-form-of': 'text.translate',
        requestBody: body('TextTranslateArgs', { text: 'Hello' }),
      },
    },
    '/v1/url/List': {
      post: {
        ...common('url.list', 'UrlList', {}),
        requestBody: body('UrlListArgs', { tag: 'ferries' }),
        responses: {
          200: {
            description: 'The answer.',
            content: { 'application/json': { schema: ref('UrlList'), example: { urlPairs: [] } } },
          },
        },
        'x-needs': 'account',
        'x-kind': 'read',
        'x-retry': 'safe',
      },
    },
    '/images/{id}': {
      get: door(
        'doors.image',
        ['image/png', 'image/webp'],
        [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'image_01' },
          query('size', { type: 'string', deprecated: true, description: 'Size of the copy.' }),
        ],
      ),
    },
    '/notes/stream': {
      get: door(
        'doors.notes',
        ['text/event-stream'],
        [{ name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } }],
      ),
    },
    // Doors that are no methods: a page, and pictures that belong to no family.
    '/notes': { get: door('doors.page', ['text/html'], []) },
    '/tiles/{z}.png': { get: door('doors.tile', ['image/png'], []) },
    '/health/live': { get: { ...common('doors.live', 'NoteList', {}), 'x-door': true } },
  },
  components: {
    parameters: {},
    schemas: {
      Offset: { type: 'integer', minimum: 0, maximum: 1000, description: 'How many entries to skip, from 0.' },
      TaskStatus: { type: 'string', enum: ['todo', 'done'], description: 'Status of a task.' },
      Note: record({ id: text('Id of the note.'), title: text('Title.'), text: text('The text.') }, [
        'id',
        'title',
        'text',
      ]),
      NoteSaved: record({ note: ref('Note'), is_new: { type: 'boolean' } }, ['note', 'is_new']),
      NoteList: record({ items: { type: 'array', items: ref('Note') } }, ['items']),
      Task: record(
        {
          title: text('What to do.'),
          status: ref('TaskStatus'),
          labels: { type: 'object', additionalProperties: { type: 'number' } },
        },
        ['title', 'status'],
      ),
      TaskPage: record(
        {
          items: { type: 'array', items: ref('Task') },
          total: { type: 'integer' },
          offset: ref('Offset'),
          next_offset: ref('Offset'),
        },
        ['items', 'total', 'offset'],
      ),
      // A read that takes an id as well has no list in the result then.
      ImagePage: record({ items: { type: 'array', items: { type: 'string' } }, next_cursor: { type: 'string' } }, []),
      UrlListArgs: record({ tag: text('Only links with this tag.'), offset: ref('Offset') }, []),
      UrlList: record(
        { urlPairs: { type: 'array', items: ref('UrlPair') }, total: { type: 'integer' }, nextOffset: ref('Offset') },
        ['urlPairs'],
      ),
      UrlPair: record({ shortURL: text('Address of the short link.') }, ['shortURL']),
      Translation: record({ text: text('The translation.') }, ['text']),
      AgentAnswer: record({ text: text('The answer.'), thread: text('The thread.') }, ['text']),
      AskArgs: record({ prompt: text('The instruction.') }, ['prompt']),
      NotesAddArgs: record(
        { title: { ...text('Title of the note.'), minLength: 1, maxLength: 200 }, text: text('The text.') },
        ['title', 'text'],
      ),
      TextTranslateArgs: record({ text: text('What to translate.') }, ['text']),
      ...answers('NoteSaved', 'NoteList', 'TaskPage', 'ImagePage', 'Translation'),
    },
  },
}

function common(operationId: string, result: string, example: unknown): Operation {
  const [family = ''] = operationId.split('.')
  return {
    operationId,
    summary: `Summary of ${operationId}`,
    description: `Description of ${operationId}.`,
    tags: [family],
    responses: {
      200: {
        description: 'The call succeeded.',
        content: { 'application/json': { schema: ref(`${result}Answer`), example: { result: example } } },
      },
    },
  }
}

function reading(id: string, result: string, parameters: Operation['parameters'], example: unknown): Operation {
  return {
    ...common(id, result, example),
    parameters: parameters ?? [],
    'x-needs': 'open',
    'x-kind': 'read',
    'x-retry': 'safe',
  }
}

function bareOperation(id: string, result: string, args: string, example: unknown, answer: unknown): Operation {
  return {
    ...common(id, result, {}),
    parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' }, example: 'librarian' }],
    requestBody: body(args, example),
    responses: {
      200: {
        description: 'The answer.',
        content: {
          'application/json': { schema: ref(result), example: answer },
          'text/event-stream': { schema: { type: 'string' } },
        },
      },
    },
    'x-needs': 'caller',
    'x-kind': 'write',
    'x-retry': 'unsafe',
  }
}

function door(operationId: string, types: string[], parameters: Parameter[]): Operation {
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]))
  const responses = { 200: { description: 'It succeeded.', content } }
  return {
    operationId,
    summary: `Summary of ${operationId}`,
    parameters,
    responses,
    'x-door': true,
    'x-needs': 'account',
  }
}

function query(name: string, schema: Schema) {
  return { name, in: 'query' as const, schema }
}

function body(name: string, example: unknown) {
  return { required: true, content: { 'application/json': { schema: ref(name), example } } }
}

function record(properties: Record<string, Schema>, required: string[]): Schema {
  return { type: 'object', properties, required }
}

function answers(...names: string[]): Record<string, Schema> {
  return Object.fromEntries(names.map((name) => [`${name}Answer`, record({ result: ref(name) }, ['result'])]))
}

function text(description: string): Schema {
  return { type: 'string', description }
}

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

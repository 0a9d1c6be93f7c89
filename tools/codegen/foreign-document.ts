const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
})
const failure = { description: 'An error', ...json(reference('Problem')) }

/** The document of another API with our conventions and none of our extensions, for tests. */
export const foreignDocument = {
  openapi: '3.1.0',
  info: { title: 'Book Shop', version: '2.3.0' },
  security: [{ bearer: [] }],
  paths: {
    '/books/find': {
      get: {
        operationId: 'books.find',
        summary: 'Books whose title contains a text',
        security: [],
        parameters: [
          { name: 'title', in: 'query', required: true, schema: { type: 'string' }, example: 'sea' },
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          '200': { description: 'Found', ...json(reference('BookPage'), { result: { items: [] } }) },
          default: failure,
        },
      },
    },
    '/orders/place': {
      post: {
        operationId: 'orders.place',
        summary: 'Order a book',
        requestBody: json(reference('OrdersPlaceArgs'), { isbn: '9780000000002' }),
        responses: {
          '200': { description: 'Ordered', ...json(reference('OrderPlaced'), { result: { order: 'o1', copies: 1 } }) },
          default: failure,
        },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Book: { type: 'object', required: ['isbn'], properties: { isbn: { type: 'string' }, title: { type: 'string' } } },
      BookPage: {
        type: 'object',
        required: ['result'],
        properties: {
          result: {
            type: 'object',
            required: ['items'],
            properties: { items: { type: 'array', items: reference('Book') }, next_cursor: { type: 'string' } },
          },
        },
      },
      OrdersPlaceArgs: {
        type: 'object',
        required: ['isbn'],
        properties: { isbn: { type: 'string' }, copies: { type: 'integer', default: 1 } },
      },
      OrderPlaced: {
        type: 'object',
        required: ['result'],
        properties: {
          result: {
            type: 'object',
            required: ['order', 'copies'],
            properties: { order: { type: 'string' }, copies: { type: 'integer' } },
          },
        },
      },
      Problem: {
        type: 'object',
        required: ['error', 'code'],
        properties: { error: { type: 'string' }, code: { type: 'string' } },
      },
    },
  },
}

import type { ProtoService } from '../../tools/codegen/targets/operation-proto.ts'

/**
 * What the short links' .proto file says beyond the operations in spec/url*.tsp: which of them it has, the numbers of
 * their fields, and what protobuf does differently. A number that clients know never changes; that of a removed field
 * is reserved.
 */
export const urlService: ProtoService = {
  family: 'url',
  name: 'Url',
  messages: {
    URLPair: {
      schemas: ['UrlRecord', 'UrlPair'],
      fields: {
        id: 1,
        destinationURL: 2,
        shortURL: 3,
        created: 4,
        hitCount: {
          number: 5,
          type: 'int64',
          comment: 'Number of visits by people. Visits by bots, previews and HEAD requests are not counted.',
        },
        title: 6,
        tags: 7,
        expiresAt: { number: 8, comment: 'Expiry time in RFC 3339 format. Empty if the link never expires.' },
        forwardQuery: 9,
        updated: { number: 10, comment: 'When the link was last changed. Empty in lists, and if it never was.' },
      },
    },
  },
  methods: {
    create: {
      request: {
        fields: {
          id: 1,
          destinationURL: 2,
          title: 3,
          tags: 4,
          expiresAt: {
            number: 5,
            comment: 'Expiry time in RFC 3339 format with an offset. If empty, the link never expires.',
          },
          forwardQuery: 6,
        },
      },
      response: { fields: { url: 1 } },
    },
    delete: { request: { fields: { id: 1, shortURL: 2 } }, response: { fields: {} } },
    shorten: { request: { fields: { destinationURL: 1 } }, response: { fields: { shortURL: 1, destinationURL: 2 } } },
    list: {
      request: {
        reserved: [1],
        fields: {
          shortURL: 2,
          tag: 3,
          search: 4,
          limit: {
            number: 5,
            comment:
              'Maximum number of links to return, up to 1000. 0 means as many as fit into a message of 4 MiB, or 100 if `offset` is given.',
          },
          offset: { number: 6, optional: true },
          cursor: 7,
        },
      },
      response: {
        fields: {
          urlPairs: 1,
          total: { number: 2, optional: true },
          nextOffset: { number: 3, optional: true },
          isTotalAtLeast: 4,
          nextCursor: 5,
        },
      },
    },
    update: {
      request: {
        fields: {
          id: 1,
          shortURL: 2,
          destinationURL: { number: 3, comment: 'New destination address. If empty, the destination does not change.' },
          title: { number: 4, optional: true },
          tags: { number: 5, comment: 'New tags, which replace the existing ones. If empty, the tags do not change.' },
          expiresAt: {
            number: 6,
            optional: true,
            comment:
              'New expiry time in RFC 3339 format with an offset. If empty, the link never expires. If absent, the time does not change.',
          },
          forwardQuery: { number: 7, optional: true },
        },
      },
      response: { fields: {} },
    },
    resolve: { request: { fields: { id: 1, shortURL: 2 } }, response: { fields: { destinationURL: 1 } } },
  },
}

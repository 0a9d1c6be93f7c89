/** The version of the API that the client was generated for; `npm run generate` fills it in. */
export const version: string = '0.0.0'

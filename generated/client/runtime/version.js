// Written by `npm run generate` from spec/. Do not edit.
/** The version of the API that the client was generated for; `npm run generate` fills it in. */
export const version = '0.1.0';

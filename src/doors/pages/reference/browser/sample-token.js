// @ts-nocheck: it runs in browsers, and the types here are those of Node.

/** A sample with a token in place of the variable that it reads. */
export function withToken(text, secret) {
  return text
    .replaceAll('process.env.ONEDOOR_TOKEN', `'${secret}'`)
    .replaceAll(/os\.environ\["ONEDOOR_TOKEN"\]|os\.Getenv\("ONEDOOR_TOKEN"\)/g, `"${secret}"`)
    .replaceAll('$ONEDOOR_TOKEN', secret)
    .replaceAll(/^ONEDOOR_URL=/gm, `ONEDOOR_TOKEN=${secret} ONEDOOR_URL=`)
}

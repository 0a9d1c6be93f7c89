/** First segments of this server's own paths. */
const places = `
  account admin agent api apps browser calendar chat docs favicon files gateway health inbox llms mcp metrics notify openapi robots settings
  setup signin signout signup social static stream tiles u url v1 well-known whoami work`

/** Words that visitors would take for a page of the instance itself and trust with a password or money. */
const trusted = `
  abuse about accounts administrator assets auth billing blog cdn checkout confirm contact copyright credits css dashboard
  dmca download downloads error errors faq feedback fonts help home host hostmaster images img imprint index info invite
  invoice javascript js legal license login logout mail media moderator my news null oauth official onedoor operator owner
  password pay payment payments policy postmaster pricing privacy profile public recover register reset root search secure
  security service services session sessions shop sign-in sign-out sign-up sitemap staff status store subscribe support system
  team terms test token tokens top-up tos undefined unsubscribe update upgrade user username users verify wallet webmaster
  webmail www`

const reserved: ReadonlySet<string> = new Set(`${places} ${trusted}`.trim().split(/\s+/).map(bare))

/** Case, dashes and underscores do not matter. */
function bare(id: string): string {
  return id.toLowerCase().replace(/[_-]/g, '')
}

/** Whether the id is a reserved word. */
export function isReserved(id: string): boolean {
  return reserved.has(bare(id))
}

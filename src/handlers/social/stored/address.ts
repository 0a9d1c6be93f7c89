/** The public address of a post's page. */
export function addressOf(baseUrl: string, id: string): string {
  return `${baseUrl}/social/${id}`
}

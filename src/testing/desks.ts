/**
 * Asks a desk of global-setup.ts for what it has; the first to ask waits until it is there.
 *
 * @throws Error with the reason why there is none
 */
export async function ask(desk: string): Promise<string> {
  const response = await fetch(desk)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}

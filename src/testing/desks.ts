/**
 * Asks a desk of global-setup.ts for what it offers; the first to ask waits until that is ready.
 *
 * @throws Error with the reason why it cannot be had
 */
export async function ask(desk: string): Promise<string> {
  const response = await fetch(desk)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}

/**
 * Requests the offer of a desk of global-setup.ts; the first request waits until it is ready.
 *
 * @throws Error with the reason why it cannot be had
 */
export async function ask(desk: string): Promise<string> {
  const response = await fetch(desk)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}

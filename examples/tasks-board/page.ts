import { OnedoorError } from '@onedoor/client'
import { Board, type BoardContents, columns, messageOf } from './board.ts'

const byId = (id: string) => document.getElementById(id) as HTMLElement
const main = document.querySelector('main') as HTMLElement
const message = byId('message')
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** The board of the account that is signed in, and what ends its stream. */
let session: { readonly board: Board; readonly end: AbortController } | undefined

async function signIn(fields: FormData): Promise<void> {
  session?.end.abort()
  const board = new Board({ baseUrl: String(fields.get('baseUrl')), token: String(fields.get('token')) })
  const own = { board, end: new AbortController() }
  session = own
  message.textContent = ''
  await follow(own)
}

function signOut(): void {
  session?.end.abort()
  session = undefined
  show({ tasks: { todo: [], doing: [], done: [] }, omitted: 0, reminders: [], unread: [] })
  main.hidden = true
  byId('sign-in').hidden = false
}

/** Shows the board, and notifications, as long as the session lasts. */
async function follow({ board, end }: NonNullable<typeof session>): Promise<void> {
  try {
    // A wrong address or token is shown at once; changes would wait for the server.
    await board.read()
    for await (const title of board.changes(end.signal)) {
      if (title !== undefined) message.textContent = `Reminder: ${title}`
      await refresh()
    }
  } catch (failure) {
    if (session?.board === board) fail(failure)
  }
}

/** Reads the board and shows it, unless the user has signed out meanwhile. */
async function refresh(): Promise<void> {
  const board = session?.board
  try {
    const contents = await board?.read()
    if (!contents || session?.board !== board) return
    show(contents)
    main.hidden = false
    byId('sign-in').hidden = true
  } catch (failure) {
    if (session?.board === board) fail(failure)
  }
}

/** Does something with the board and shows the result. @returns whether it succeeded */
async function act(action: (board: Board) => Promise<void>, button?: HTMLButtonElement): Promise<boolean> {
  const board = session?.board
  if (!board) return false
  message.textContent = ''
  if (button) button.disabled = true
  let waitS = 0
  try {
    await action(board)
    await refresh()
    return true
  } catch (failure) {
    if (session?.board === board) fail(failure)
    if (failure instanceof OnedoorError) waitS = failure.retryAfterS ?? 0
    return false
  } finally {
    if (button) setTimeout(() => (button.disabled = false), waitS * 1000)
  }
}

function fail(failure: unknown): void {
  message.textContent = messageOf(failure)
  if (failure instanceof OnedoorError && failure.code === 'unauthenticated') signOut()
}

function show({ tasks, omitted, reminders, unread }: BoardContents): void {
  for (const column of columns) {
    const items = tasks[column].map((task) =>
      entry(task.title, [
        ...(column === 'done' ? [] : [button('Advance', (board) => board.advance(task))]),
        button('Delete', (board) => board.remove(task)),
      ]),
    )
    byId(column).replaceChildren(...items)
  }
  if (omitted > 0) byId('done').append(entry(`${omitted} more tasks`))
  byId('reminders').replaceChildren(...reminders.map(({ title, when }) => entry(`${title}, ${time.format(when)}`)))
  byId('inbox').replaceChildren(...unread.map(({ from, text }) => entry(`${from}: ${text}`)))
}

function entry(text: string, buttons: readonly HTMLButtonElement[] = []): HTMLLIElement {
  const item = document.createElement('li')
  item.append(text, ...buttons)
  return item
}

function button(label: string, action: (board: Board) => Promise<void>): HTMLButtonElement {
  const element = document.createElement('button')
  element.textContent = label
  element.addEventListener('click', () => act(action, element))
  return element
}

/** @param action does what the form asks for; the form is emptied if it succeeds */
function onSubmit(id: string, action: (fields: FormData, board: Board) => Promise<void>): void {
  const form = byId(id) as HTMLFormElement
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const fields = new FormData(form)
    if (await act((board) => action(fields, board), form.querySelector('button') ?? undefined)) form.reset()
  })
}

/** A task that is sent again after a failure has the same key, as long as its title is the same. */
let key = crypto.randomUUID()
const newKey = () => (key = crypto.randomUUID())
byId('add').addEventListener('input', newKey)
onSubmit('add', async (fields, board) => {
  await board.add(String(fields.get('title')), key)
  newKey()
})
onSubmit('remind', (fields, board) =>
  board.remind(String(fields.get('title')), String(fields.get('at')), fields.has('daily')),
)
onSubmit('send', (fields, board) => board.send(String(fields.get('username')), String(fields.get('text'))))
byId('sign-out').addEventListener('click', signOut)
byId('sign-in').addEventListener('submit', (event) => {
  event.preventDefault()
  void signIn(new FormData(event.target as HTMLFormElement))
})

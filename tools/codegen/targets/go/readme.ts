import type { Document } from '#runtime/base/openapi.ts'
import { firstCall } from '../client/readme.ts'
import { codeBlock } from '../client/text.ts'
import { goCall } from '../samples/go.ts'
import { goModel } from './methods.ts'
import { goName } from './names.ts'

const code = (source: string, language = 'go') => codeBlock(source, language)

const testsInASandbox = [
  '## Tests in a sandbox',
  `\`sandbox.New\` gives a test its own world: a separate server with its own records, clock and faults, which ends with the
test. It uses the sandbox whose address is in \`ONEDOOR_SANDBOX\`, or starts one with the command \`onedoor\`.`,
  code(`import (
	onedoor "onedoor.dev/client"
	"onedoor.dev/client/sandbox"
)

func TestReminders(t *testing.T) {
	world := sandbox.New(t, sandbox.Options{Clock: "2027-03-01T09:00:00Z"})
	client := world.Client("ada")
	world.Clock.Move(sandbox.ClockMoveArgs{Advance: onedoor.Ptr("PT2H")})
}`),
]

/** README.md of the Go client: a first call from the document's examples, and how the rest works. */
export function goReadme(document: Document, hasSandbox: boolean): string {
  const { methods, calls } = goModel(document)
  const first = firstCall(calls)
  const paged = calls.find(({ paging }) => paging)
  const has = (id: string) => methods.some((method) => method.id === id)
  const { call } = goCall(document, first.id, first.example.args, { ctx: 'ctx' })
  return `${[
    '# onedoor.dev/client',
    `Typed client for the Onedoor API ${document.info.version} for Go 1.23 and later, using only the standard library.`,
    '## Installing',
    'From a copy of the project, in the module of your own:',
    code('go mod edit -replace onedoor.dev/client=../onedoor/generated/clients/go\ngo get onedoor.dev/client', 'sh'),
    '## A first call',
    code(`import onedoor "onedoor.dev/client"

client := onedoor.New(
	onedoor.WithBaseURL("http://localhost:8080"),
	onedoor.WithToken(os.Getenv("ONEDOOR_TOKEN")),
)

result, err := ${call}`),
    `Every operation is \`client.<Family>.<Method>(ctx, args, options...)\` and returns its result. What can be absent
in arguments and results is a pointer: \`onedoor.Ptr("x")\`. Times are strings in the format \`time.RFC3339\`.`,
    ...errorsAndRepeats(hasSandbox),
    ...(paged
      ? [
          '## Lists',
          'A paged list can be iterated as a whole:',
          code(`for entry, err := range client.${goName(paged.family)}.${goName(paged.name)}All(ctx, args) {
	if err != nil {
		return err
	}
	fmt.Println(entry)
}`),
        ]
      : []),
    ...(has('notify.stream') && has('agent.ask') ? streams : []),
    ...(has('files.put') && has('files.download') ? files : []),
  ].join('\n\n')}\n`
}

function errorsAndRepeats(hasSandbox: boolean): string[] {
  return [
    ...(hasSandbox ? testsInASandbox : []),
    '## Errors',
    `A call that fails returns an \`*onedoor.Error\`: \`Code\` to branch on, \`Message\` to show, and \`Status\`,
\`Details\` (every rejected argument), \`RequestID\` and \`RetryAfter\`. If there was no response, \`Code\` is
\`CodeNetwork\`, \`CodeTimeout\` or \`CodeCanceled\`. Invalid options are other errors. A short form of the condition is
\`onedoor.HasCode(err, onedoor.CodeRateLimited)\`. \`onedoor.WithResponse(&response)\` also stores the response.`,
    code(`var failure *onedoor.Error
if errors.As(err, &failure) && failure.Code == onedoor.CodeRateLimited {
	fmt.Println(failure.RetryAfter)
}`),
    '## Repeats and time limits',
    `A call may take one minute, including repeats. It is repeated up to twice, after \`Retry-After\` or with growing,
random waits: after 429, a broken connection, 502, 503 and 504. A call that changes or costs something is sent with an
idempotency key, so that the server runs it only once. The repeats of all calls of a client share a budget of 100,
to which each successful call returns a tenth of a repeat, so that a failing server is not flooded. Every option, such as
\`WithTimeout\`, \`WithRetries\`, \`WithHeader\` and \`WithHTTPClient\`, can be given for the client or for one call. \`WithPayer\` pays by x402.`,
  ]
}

const streams = [
  '## Streams',
  `A stream reconnects and continues after the last event. To continue it when your program restarts, store
\`event.ID\` and give it as \`WithLastEventID\`. Cancelling the context or leaving the loop ends it.`,
  code(`for event, err := range client.Notify.Stream(ctx) {
	if err != nil {
		return err
	}
	fmt.Println(event.Name, event.Data)
}`),
  'A call that reports its progress has a second form, whose last event has the result:',
  code(`for event, err := range client.Agent.AskEvents(ctx, args) {
	var answer onedoor.AgentAnswer
	if err == nil && event.Name == "answer" {
		err = event.Decode(&answer)
	}
}`),
]

const files = [
  '## Files',
  'Where an argument is base64, give its bytes. Files are downloaded as streams:',
  code(`stored, err := client.Files.Put(ctx, onedoor.FilesPutArgs{Name: "photo.jpg", ContentBytes: photo})

response, err := client.Files.Download(ctx, onedoor.FilesDownloadArgs{ID: stored.ID})
defer response.Body.Close()
_, err = io.Copy(target, response.Body)`),
]

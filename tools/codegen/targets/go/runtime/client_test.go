package onedoor_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	onedoor "onedoor.dev/client"
)

// server is what responds to a client, without a network.
type server func(*http.Request) (*http.Response, error)

func (s server) RoundTrip(request *http.Request) (*http.Response, error) { return s(request) }

// clientOf is a client whose waits end at once.
func clientOf(respond server, options ...onedoor.Option) *onedoor.Client {
	now := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	hooks := onedoor.Hooks{
		Now:    func() time.Time { return now },
		Random: func() float64 { return 0 },
		Sleep:  func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	own := []onedoor.Option{
		onedoor.WithBaseURL("http://onedoor.example"),
		onedoor.WithHTTPClient(&http.Client{Transport: respond}),
		onedoor.WithHooks(hooks),
	}
	return onedoor.New(append(own, options...)...)
}

func response(status int, body string, headers ...string) *http.Response {
	header := http.Header{}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}
}

const emptyList = `{"result": {"items": []}}`

// silent never responds.
func silent(request *http.Request) (*http.Response, error) {
	<-request.Context().Done()
	return nil, request.Context().Err()
}

// openBody is a body that goes on after its text, until its request ends.
type openBody struct {
	io.Reader
	ctx    context.Context
	closed bool
}

func opened(request *http.Request, text string) (*http.Response, *openBody) {
	body := &openBody{Reader: strings.NewReader(text), ctx: request.Context()}
	found := response(200, "", "Content-Type", "text/event-stream")
	found.Body = body
	return found, body
}

func (b *openBody) Read(into []byte) (int, error) {
	count, err := b.Reader.Read(into)
	if err == io.EOF {
		<-b.ctx.Done()
		err = b.ctx.Err()
	}
	return count, err
}

func (b *openBody) Close() error {
	b.closed = true
	return nil
}

func TestACancelledContextEndsACallWithoutARepeat(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	client := clientOf(func(request *http.Request) (*http.Response, error) {
		calls++
		cancel()
		return silent(request)
	})
	_, err := client.Notes.List(ctx)
	if !errors.Is(err, context.Canceled) || !onedoor.HasCode(err, onedoor.CodeCanceled) || calls != 1 {
		t.Errorf("%d calls ended with %v", calls, err)
	}
}

func TestATimeLimitOrADeadlineEndsACallThatGetsNoResponse(t *testing.T) {
	_, err := clientOf(silent, onedoor.WithTimeout(time.Millisecond)).Notes.List(context.Background())
	if !errors.Is(err, context.DeadlineExceeded) || err.Error() != "notes.list took longer than 1ms." {
		t.Errorf("the time limit ended it with %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, err = clientOf(silent).Notes.List(ctx)
	if !errors.Is(err, context.DeadlineExceeded) || !onedoor.HasCode(err, onedoor.CodeTimeout) {
		t.Errorf("the deadline ended it with %v", err)
	}
}

func TestAnErrorIsFoundByItsTypeAndByItsCode(t *testing.T) {
	_, err := clientOf(func(*http.Request) (*http.Response, error) {
		return response(403, `{"error": "No.", "code": "permission_denied"}`), nil
	}).Notes.List(context.Background())
	var failure *onedoor.Error
	if !errors.As(err, &failure) || failure.Status != 403 || failure.Operation != "notes.list" {
		t.Errorf("the error is %#v", err)
	}
	isFound := onedoor.HasCode(err, onedoor.CodeNotFound, onedoor.CodePermissionDenied)
	if !isFound || onedoor.HasCode(err, onedoor.CodeNotFound) {
		t.Errorf("the code of %#v is not found", err)
	}
}

func TestRepeatsOfAllCallsHaveABudgetThatSuccessesRefill(t *testing.T) {
	sent, status := 0, http.StatusServiceUnavailable
	client := clientOf(func(*http.Request) (*http.Response, error) {
		sent++
		return response(status, emptyList), nil
	})
	list := func(calls int) {
		for range calls {
			_, _ = client.Notes.List(context.Background())
		}
	}
	list(60)
	// Fifty calls with two repeats each, and ten without.
	if sent != 160 {
		t.Errorf("60 failing calls sent %d requests", sent)
	}
	status = http.StatusOK
	list(10)
	status = http.StatusServiceUnavailable
	if list(1); sent != 172 {
		t.Errorf("one more repeat was expected; %d requests were sent", sent)
	}
}

func TestADateInRetryAfterIsWaitedForInWholeSeconds(t *testing.T) {
	client := clientOf(func(*http.Request) (*http.Response, error) {
		return response(503, "", "Retry-After", "Sat, 21 Nov 2026 09:30:07 GMT"), nil
	}, onedoor.WithHooks(onedoor.Hooks{
		Now:    func() time.Time { return time.Date(2026, 11, 21, 9, 30, 0, 500_000_000, time.UTC) },
		Random: func() float64 { return 0 },
	}), onedoor.WithRetries(0))
	_, err := client.Notes.List(context.Background())
	var failure *onedoor.Error
	if !errors.As(err, &failure) || failure.RetryAfter == nil || *failure.RetryAfter != 7*time.Second {
		t.Errorf("the error is %#v", err)
	}
}

func TestInvalidOptionsAndArgumentsAreReturnedBeforeAnythingIsSent(t *testing.T) {
	unexpected := func(*http.Request) (*http.Response, error) {
		t.Error("a request was sent")
		return response(200, emptyList), nil
	}
	client, ctx := clientOf(unexpected), context.Background()
	for wanted, option := range map[string]onedoor.Option{
		"onedoor: WithBaseURL needs an absolute http or https":                            onedoor.WithBaseURL("a.example"),
		`onedoor: WithBaseURL needs an absolute http or https address; it is "http:///x"`: onedoor.WithBaseURL("http:///x"),
		"onedoor: WithTimeout needs more than zero":                                       onedoor.WithTimeout(0),
		"onedoor: WithRetries needs a number from 0":                                      onedoor.WithRetries(-1),
		"onedoor: WithIdempotencyKey needs printable ASCII":                               onedoor.WithIdempotencyKey("a\n"),
		"onedoor: the token is empty, or contains a space, a line break":                  onedoor.WithToken("od_secret\n"),
		"onedoor: the token is empty":                                                     onedoor.WithToken(""),
	} {
		if _, err := client.Notes.List(ctx, option); err == nil || !strings.HasPrefix(err.Error(), wanted) {
			t.Errorf("%v does not begin with %s", err, wanted)
		} else if strings.Contains(err.Error(), "od_secret") {
			t.Errorf("the token is in %v", err)
		}
	}
	if _, err := onedoor.New().Notes.List(ctx); err == nil || !strings.Contains(err.Error(), "New needs WithBaseURL") {
		t.Errorf("without an address: %v", err)
	}
	for _, option := range []onedoor.Option{
		onedoor.WithIdempotencyKey("k"), onedoor.WithLastEventID("1"), onedoor.WithResponse(&onedoor.Response{}),
	} {
		_, err := clientOf(unexpected, option).Notes.List(ctx)
		if err == nil || !strings.Contains(err.Error(), "are for one call: give them to it, not to New") {
			t.Errorf("an option of one call for the client: %v", err)
		}
	}
	if _, err := client.Agent.AskNamed(ctx, onedoor.AgentAskNamedArgs{Name: ".."}); err == nil {
		t.Error("a path that leads elsewhere was accepted")
	}
}

func TestTheTokenIsReadBeforeEveryAttemptAndNeverFollowsARedirect(t *testing.T) {
	var sent []string
	client := clientOf(func(request *http.Request) (*http.Response, error) {
		sent = append(sent, request.URL.Host+" "+request.Header.Get("Authorization"))
		if len(sent) == 1 {
			return response(503, ""), nil
		}
		return response(302, "", "Location", "http://elsewhere.example"), nil
	}, onedoor.WithTokenSource(func(context.Context) (string, error) { return strings.Repeat("x", len(sent)+1), nil }))
	_, err := client.Notes.List(context.Background())
	if got := strings.Join(sent, ", "); got != "onedoor.example Bearer x, onedoor.example Bearer xx" {
		t.Errorf("sent: %s", got)
	}
	if !onedoor.HasCode(err, onedoor.CodeBadResponse) {
		t.Errorf("the redirect ended it with %v", err)
	}
}

func TestOptionsOfOneCallDoNotReachTheNext(t *testing.T) {
	var headers []string
	client := clientOf(func(request *http.Request) (*http.Response, error) {
		headers = append(headers, request.Header.Get("X-Own")+request.Header.Get("Idempotency-Key"))
		return response(200, emptyList, "X-Request-Id", "r"), nil
	}, onedoor.WithHeader("X-Own", "a"))
	var received onedoor.Response
	for _, options := range [][]onedoor.CallOption{
		{onedoor.WithHeader("X-Own", "b"), onedoor.WithIdempotencyKey("k"), onedoor.WithResponse(&received)}, {},
	} {
		if _, err := client.Notes.List(context.Background(), options...); err != nil {
			t.Error(err)
		}
	}
	if got := strings.Join(headers, " "); got != "bk a" {
		t.Errorf("sent: %s", got)
	}
	if received.Status != 200 || received.Header.Get("X-Request-Id") != "r" || string(received.Body) != emptyList {
		t.Errorf("the response is %+v", received)
	}
}

func TestAPayerPaysOnceAndRepeatsCarryThePayment(t *testing.T) {
	var payments []string
	client := clientOf(func(request *http.Request) (*http.Response, error) {
		payments = append(payments, request.Header.Get("Payment-Signature"))
		switch len(payments) {
		case 1:
			challenge := base64.StdEncoding.EncodeToString([]byte(`{"accepts": []}`))
			return response(402, `{"error": "Pay.", "code": "payment_required"}`, "Payment-Required", challenge), nil
		case 2:
			return response(503, ""), nil
		}
		return response(402, `{"error": "Pay more.", "code": "payment_required"}`), nil
	}, onedoor.WithPayer(func(_ context.Context, challenge onedoor.PaymentChallenge) (map[string]string, error) {
		return map[string]string{"Payment-Signature": "for " + string(challenge.Required)}, nil
	}))
	_, err := client.Routes.Nearest(context.Background(), onedoor.RoutesNearestArgs{To: []string{"x"}})
	if got := strings.Join(payments, "; "); got != `; for {"accepts": []}; for {"accepts": []}` {
		t.Errorf("paid: %s", got)
	}
	if !onedoor.HasCode(err, onedoor.CodePaymentRequired) {
		t.Errorf("it ended with %v", err)
	}
}

func TestLeavingAStreamEndsItsRequest(t *testing.T) {
	var body *openBody
	client := clientOf(func(request *http.Request) (found *http.Response, _ error) {
		found, body = opened(request, "data: 1\n\ndata: 2\n\n")
		return found, nil
	})
	for event, err := range client.Notify.Stream(context.Background()) {
		if err != nil || event.Data != "1" {
			t.Errorf("the first event is %v, %v", event, err)
		}
		break
	}
	if !body.closed || body.ctx.Err() == nil {
		t.Error("the request goes on")
	}
}

func TestACancelledContextEndsAStream(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	connections := 0
	client := clientOf(func(request *http.Request) (*http.Response, error) {
		connections++
		found, _ := opened(request, "data: 1\n\n")
		return found, nil
	})
	var failures []error
	for _, err := range client.Notify.Stream(ctx) {
		if err != nil {
			failures = append(failures, err)
		}
		cancel()
	}
	if len(failures) != 1 || !errors.Is(failures[0], context.Canceled) || connections != 1 {
		t.Errorf("%d connections ended with %v", connections, failures)
	}
}

func TestASilentStreamIsContinuedOnAnotherConnection(t *testing.T) {
	var resumed []string
	client := clientOf(func(request *http.Request) (*http.Response, error) {
		id := request.Header.Get("Last-Event-Id")
		resumed = append(resumed, id)
		text := "id: a\ndata: 1\n\n"
		if id == "a" {
			text = "id: b\ndata: 2\n\n"
		}
		found, _ := opened(request, text)
		return found, nil
	}, onedoor.WithTimeout(5*time.Millisecond), onedoor.WithRetries(1000))
	var received []string
	for event, err := range client.Notify.Stream(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if received = append(received, event.Data); len(received) == 2 {
			break
		}
	}
	if strings.Join(received, " ") != "1 2" || resumed[0] != "" || resumed[len(resumed)-1] != "a" {
		t.Errorf("received %v, resumed after %v", received, resumed)
	}
}

func TestADownloadIsReadWhileItArrivesAndEndsWhenItIsClosed(t *testing.T) {
	var ended context.Context
	reader, writer := io.Pipe()
	client := clientOf(func(request *http.Request) (*http.Response, error) {
		ended = request.Context()
		found := response(200, "")
		found.Body = reader
		return found, nil
	})
	download, err := client.Files.Download(context.Background(), onedoor.FilesDownloadArgs{ID: "f"})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = writer.Write([]byte("first")) }()
	first := make([]byte, 5)
	if _, err := io.ReadFull(download.Body, first); err != nil || string(first) != "first" || ended.Err() != nil {
		t.Errorf("read %q, %v, %v", first, err, ended.Err())
	}
	if err := download.Body.Close(); err != nil || ended.Err() == nil {
		t.Errorf("closing it: %v, %v", err, ended.Err())
	}
}

func TestAListThatNamesItsOwnPageAsTheNextEnds(t *testing.T) {
	client := clientOf(func(*http.Request) (*http.Response, error) {
		return response(200, `{"result": {"items": [{"id": "a"}], "next_cursor": "c"}}`, "X-Request-Id", "r"), nil
	})
	items, last := 0, error(nil)
	for _, err := range client.Archive.ListAll(context.Background(), onedoor.ArchiveListArgs{}) {
		items, last = items+1, err
	}
	var failure *onedoor.Error
	if items != 3 || !errors.As(last, &failure) || failure.Code != onedoor.CodeBadResponse || failure.RequestID != "r" {
		t.Errorf("%d items ended with %v", items, last)
	}
}

func TestAnEventThatIsTooLongEndsAStreamAndManyBlocksAreNoLongEvent(t *testing.T) {
	part := strings.Repeat("x", 1<<20)
	for name, block := range map[string]string{"one line": part, "many lines": "data: " + part + "\n"} {
		connections := 0
		client := clientOf(func(*http.Request) (*http.Response, error) {
			connections++
			return response(200, strings.Repeat(block, 17), "Content-Type", "text/event-stream"), nil
		})
		var last error
		for _, err := range client.Notify.Stream(context.Background()) {
			last = err
		}
		if !onedoor.HasCode(last, onedoor.CodeBadResponse) || connections != 1 {
			t.Errorf("%s: %d connections ended with %v", name, connections, last)
		}
	}
	blocks := strings.Repeat("id: "+part+"\n\n", 17) + "data: 1\n\n"
	client := clientOf(func(*http.Request) (*http.Response, error) {
		return response(200, blocks, "Content-Type", "text/event-stream"), nil
	})
	for event, err := range client.Notify.Stream(context.Background()) {
		if err != nil || event.Data != "1" {
			t.Errorf("after many blocks: %.20s, %v", event.Data, err)
		}
		break
	}
}

func TestALFThatArrivesAfterItsCRIsNoLineOfItsOwn(t *testing.T) {
	client := clientOf(func(*http.Request) (*http.Response, error) {
		found := response(200, "", "Content-Type", "text/event-stream")
		found.Body = io.NopCloser(iotest.OneByteReader(strings.NewReader("event: a\r\ndata: 1\r\n\r\n")))
		return found, nil
	})
	for event, err := range client.Notify.Stream(context.Background()) {
		if err != nil || event.Name != "a" || event.Data != "1" {
			t.Errorf("the event is %+v, %v", event, err)
		}
		break
	}
}

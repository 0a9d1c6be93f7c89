package onedoor

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Option sets something for a client, or for one call, where it takes precedence.
type Option func(*settings)

// CallOption is an Option that is given to a call.
type CallOption = Option

type settings struct {
	baseURL     string
	token       func(context.Context) (string, error)
	http        *http.Client
	pay         Payer
	hooks       Hooks
	timeout     time.Duration
	retries     int
	budget      *budget
	header      http.Header
	key         string
	lastEventID string
	response    *Response
	err         error // what is wrong with the options, which every call returns
}

func (s *settings) refuse(format string, values ...any) {
	s.err = errors.Join(s.err, fmt.Errorf("onedoor: "+format, values...))
}

// Response is a response as it was received: see WithResponse.
type Response struct {
	Status int
	Header http.Header
	Body   []byte // empty for a stream, which is read where it is used
}

// Hooks are what tests can replace.
type Hooks struct {
	Now    func() time.Time
	Sleep  func(context.Context, time.Duration) error // ends early with the error of the context
	Random func() float64                             // in [0, 1)
}

var printable = regexp.MustCompile(`^[\x21-\x7e]+$`)

// New returns a client for the server that WithBaseURL names. An invalid option is returned as an error by every call.
func New(options ...Option) *Client {
	s := &settings{
		hooks:   Hooks{Now: time.Now, Sleep: sleep, Random: rand.Float64},
		timeout: defaultTimeout,
		retries: defaultRetries,
		budget:  &budget{left: maxBudget},
		header:  http.Header{"User-Agent": {"onedoor-go/" + Version}},
	}
	WithHTTPClient(&http.Client{})(s)
	for _, option := range options {
		option(s)
	}
	if s.baseURL == "" {
		s.refuse("New needs WithBaseURL: the address of the server, such as http://localhost:8080")
	}
	if s.key != "" || s.lastEventID != "" || s.response != nil {
		s.refuse("WithIdempotencyKey, WithLastEventID and WithResponse are for one call: give them to it, not to New")
	}
	return newClient(s)
}

// WithBaseURL sets the address of the server, such as https://onedoor.example. Its path becomes a prefix.
func WithBaseURL(address string) Option {
	return func(s *settings) {
		base, err := url.Parse(address)
		if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
			s.refuse("WithBaseURL needs an absolute http or https address; it is %q", address)
			return
		}
		s.baseURL = base.Scheme + "://" + base.Host + strings.TrimRight(base.EscapedPath(), "/")
	}
}

// WithToken sets the API token. Without this option calls are anonymous.
func WithToken(token string) Option {
	return WithTokenSource(func(context.Context) (string, error) { return token, nil })
}

// WithTokenSource sets a function that returns the API token. It is called before every attempt.
func WithTokenSource(source func(context.Context) (string, error)) Option {
	return func(s *settings) { s.token = source }
}

// WithHTTPClient sets the client that sends requests, for a proxy, a transport or certificates of your own. It never
// follows redirects: they would take the token elsewhere.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) {
		own := *client
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		s.http = &own
	}
}

// WithPayer pays for calls that the server answers with 402. Without it they fail with CodePaymentRequired.
func WithPayer(pay Payer) Option {
	return func(s *settings) { s.pay = pay }
}

// WithHooks replaces the clock and the random numbers, for tests.
func WithHooks(hooks Hooks) Option {
	return func(s *settings) { s.hooks = hooks }
}

// WithTimeout sets how long a call may take, including its repeats and the waits between them. For a stream and a
// download it limits the time until the response begins, and any silence after that.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) {
		if timeout <= 0 {
			s.refuse("WithTimeout needs more than zero; it is %v", timeout)
		}
		s.timeout = timeout
	}
}

// WithRetries sets how often a failed call is repeated at most.
func WithRetries(retries int) Option {
	return func(s *settings) {
		if retries < 0 {
			s.refuse("WithRetries needs a number from 0; it is %d", retries)
		}
		s.retries = retries
	}
}

// WithHeader sets a header of every request.
func WithHeader(name, value string) Option {
	return func(s *settings) { s.header.Set(name, value) }
}

// WithIdempotencyKey sets the call's idempotency key. Calls with the same key run once: for 24 hours, the second
// receives the response of the first. A call that changes or costs something gets a random key if it may be repeated.
func WithIdempotencyKey(key string) Option {
	return func(s *settings) {
		if !printable.MatchString(key) {
			s.refuse("WithIdempotencyKey needs printable ASCII characters without spaces; it is %q", key)
		}
		s.key = key
	}
}

// WithLastEventID resumes a stream of events after the event with this id.
func WithLastEventID(id string) Option {
	return func(s *settings) { s.lastEventID = id }
}

// WithResponse stores the last response of the call in target, also if its status is one of a failure.
func WithResponse(target *Response) Option {
	return func(s *settings) { s.response = target }
}

// Ptr returns a pointer to a value, for optional arguments: onedoor.Ptr("x").
func Ptr[T any](value T) *T { return &value }

func sleep(ctx context.Context, delay time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(delay):
		return nil
	}
}

// authorize sets the header that identifies the caller, unless the caller is anonymous or has set it.
func (s *settings) authorize(ctx context.Context, header http.Header) error {
	if s.token == nil || header.Get("Authorization") != "" {
		return nil
	}
	token, err := s.token(ctx)
	if err != nil {
		return err
	}
	if !printable.MatchString(token) {
		return errors.New("onedoor: the token is empty, or contains a space, a line break or another invalid character")
	}
	header.Set("Authorization", "Bearer "+token)
	return nil
}
